(apply + (digits 1 2 3))                                    ;=> 6
(apply list 0 (digits 1 2))                                 ;=> (0 1 2)
(apply (lambda (a &rest more) (list a more)) (digits 1 2))  ;=> (1 (2))
(list `(0 ,@(digits 1 2) 3) `(0 ,@(digits 1 2)))            ;=> ((0 1 2 3) (0 1 2))
`(0 . ,(digits 1 2))                                        ;=> (0 1 2)
