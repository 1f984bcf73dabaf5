(defmacro bad () (error "expanded"))

(lambda (&optional (x (bad)) 3) x)            ;!! syntax
(lambda (&optional (x (bad)) (x 3)) x)        ;!! syntax
(lambda (&optional (x (bad)) &optional y) x)  ;!! syntax
(lambda (&optional (x (bad)) &rest) x)        ;!! syntax
(lambda (&optional (x (bad)) y) x)            ;!! user-error
