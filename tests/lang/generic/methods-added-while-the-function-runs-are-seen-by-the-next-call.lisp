(defmethod f (x) t (progn (defmethod f (x) (= x 1) 'new) (list x (f 1))))
(f 0)                                     ;=> (0 new)
(f 1)                                     ;=> new
