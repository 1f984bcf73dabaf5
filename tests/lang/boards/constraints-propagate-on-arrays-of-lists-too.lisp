(setq cells (make-array '(9 9) '(1 2 3 4 5 6 7 8 9)))
(= cells (propagate-constraint cells '((0 0) 5)))    ;=> t
(aref cells 0 0)                                     ;=> (5)
(aref cells 0 8)                                     ;=> (1 2 3 4 6 7 8 9)
(aref cells 4 4)                                     ;=> (1 2 3 4 5 6 7 8 9)
(count-digits cells)                                 ;=> 701
(propagate-constraint cells '((8 0) 5))              ;=> nil
(aref (propagate-constraint cells (list 8 8 5)) 8 7)    ;=> (1 2 3 4 6 7 8 9)
