(apply + '(1 2 3))                     ;=> 6
(apply list 1 2 '(3 4))                ;=> (1 2 3 4)
(apply + nil)                          ;=> 0
(apply (lambda (a &optional b) (list a b)) '(1))  ;=> (1 nil)
(funcall + 1 2)                        ;=> 3
(apply + 1)                            ;!! wrong-type apply
(apply + '(1 . 2))                     ;!! wrong-type
(apply 5 '(1))                         ;!! not-a-function
(apply car '(1 2))                     ;!! argument-count
