(defmethod f (x) (> x 0) 'old)
(defmethod f (x) t 'any)
(defmethod f (x) (> x 0) 'new)
(f 1)                                   ;=> new
(f -1)                                  ;=> any
(length (generic-function-methods f))   ;=> 2
(defmethod f (x) t 'any-new)
(f -1)                                  ;=> any-new
(length (generic-function-methods f))   ;=> 2
