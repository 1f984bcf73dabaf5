(setq k nil)
(+ 1 (call/cc (lambda (c) (setq k c) 1)))          ;=> 2
(k 5)                                              ;=> 6
(list (k 7))                                       ;=> 8
(catch 'error (k 8))                               ;=> 9
