(defproc f (&rest l) (list 'plain l))
(defmethod f (a b) (= a b) 'same)
(f 1 1)                                   ;=> same
(f 1 2)                                   ;=> (plain (1 2))
(f)                                       ;=> (plain nil)
(f 1 2 3)                                 ;=> (plain (1 2 3))
