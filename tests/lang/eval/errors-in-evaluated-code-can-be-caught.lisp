(catch-and-apply 'error (lambda (tag c) (condition-code c)) (eval '(if)))       ;=> syntax
(catch-and-apply 'error (lambda (tag c) (condition-code c)) (eval '(car 5)))    ;=> wrong-type
(catch 'x (eval '(throw 'x 1)))        ;=> 1
(eval '(1 2))                          ;!! not-a-function
(eval)                                 ;!! argument-count
