(setq a 1)                               ;=> 1
(let ((a 10)) (setq a 20) a)             ;=> 20
a                                        ;=> 1
(let ((b 0)) (setq a 2) b)               ;=> 0
a                                        ;=> 2
(setq x 1 y (+ x 1))                     ;=> 2
(list x y)                               ;=> (1 2)
