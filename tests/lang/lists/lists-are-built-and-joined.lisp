(cons 1 '(2))          ;=> (1 2)
(list 1 (+ 1 1))       ;=> (1 2)
(append '(1) '(2) nil '(3 4))  ;=> (1 2 3 4)
(append)               ;=> nil
(append '(1) 2)        ;=> (1 . 2)
(append 1 '(2))        ;!! wrong-type
(reverse '(1 2 3))     ;=> (3 2 1)
(list* 1 2 '(3))       ;=> (1 2 3)
(iota 4)               ;=> (0 1 2 3)
