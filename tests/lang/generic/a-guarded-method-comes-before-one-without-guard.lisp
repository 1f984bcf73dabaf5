(defmethod f (x) (= x 0) 'zero)
(defmethod f (x) t 'other)
(f 0)                 ;=> zero
(f 1)                 ;=> other
(defmethod g (x) t 'other)
(defmethod g (x) (= x 0) 'zero)
(list (g 0) (g 1))    ;=> (zero other)
