(defproc f (a . more) (list a more))
(f 1 2 3)                      ;=> (1 (2 3))
((lambda all all) 1 2)         ;=> (1 2)
((lambda (a b . c) c) 1 2)     ;=> nil
((lambda (a &optional (b 2) . c) (list a b c)) 1)        ;=> (1 2 nil)
((lambda (a &optional (b 2) . c) (list a b c)) 1 3 4 5)  ;=> (1 3 (4 5))
