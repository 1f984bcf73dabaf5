(defproc f)           ;!! syntax wrong number of arguments for defproc
(defproc f (x))       ;!! syntax wrong number of arguments for defproc
(defmacro m)          ;!! syntax wrong number of arguments for defmacro
(defmacro m (x))      ;!! syntax wrong number of arguments for defmacro
(catch-and-apply 'error (lambda (tag c) (list tag (condition-message c))) (defproc f (x)))  ;=> (error "wrong number of arguments for defproc")
(if nil (defproc f) 'fine)  ;=> fine
