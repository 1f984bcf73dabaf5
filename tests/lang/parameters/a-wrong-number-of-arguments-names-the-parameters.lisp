(defproc add (a b) (+ a b))
(add 1)                ;!! argument-count @2:1 add: expected 2 arguments (a b), got 1
(add 1 2 3)            ;!! argument-count add: expected 2 arguments (a b), got 3
((lambda () 1) 2)      ;!! argument-count got 1
(car)                  ;!! argument-count car
(car '(1) '(2))        ;!! argument-count car
(defproc opt (a &optional b) b)
(opt)                  ;!! argument-count opt: expected 1 to 2 arguments
(opt 1 2 3)            ;!! argument-count got 3
(defproc more (a &rest r) r)
(more)                 ;!! argument-count more: expected at least 1 argument
