(defmethod f (x) t 1)
(defmethod f ((x integer) y) (> x y) (list 'larger) 2)
(generic-function-methods f)              ;=> ((((x integer) y) (> x y) ((list 'larger) 2)) ((x) t (1)))
(generic-function-methods car)            ;!! wrong-type
