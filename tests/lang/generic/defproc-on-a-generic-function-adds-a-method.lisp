(defmethod f (x) (= x 0) 'zero)
(defproc f (x) (list 'other x))
(f 0)                                     ;=> zero
(f 1)                                     ;=> (other 1)
(length (generic-function-methods f))     ;=> 2
(defproc f (a b) (list a b))
(f 1 2)                                   ;=> (1 2)
(f 0)                                     ;=> zero
