(defproc f (&rest all &key a b) (list all a b))
(f)               ;=> (nil nil nil)
(f :a 1)          ;=> ((:a 1) 1 nil)
(f :b 2 :a 1)     ;=> ((:b 2 :a 1) 1 2)
