(if)                   ;!! syntax @1:1 if: expected (if test then [else])
(list 1 (if 1 2 3 4))  ;!! syntax @2:9
(let 5 1)              ;!! syntax let
(let ((a 1 2)) a)      ;!! syntax let: expected a binding (variable value)
(let ((5 1)) 1)        ;!! syntax expected a symbol
(setq t 1)             ;!! syntax t is a constant
(setq nil 1)           ;!! syntax nil is a constant
(setq a)               ;!! syntax setq
(quote)                ;!! syntax quote
(lambda)               ;!! syntax lambda
(cond 5)               ;!! syntax cond
(dotimes i 1)          ;!! syntax dotimes
(list 1 . 2)           ;!! syntax proper list
