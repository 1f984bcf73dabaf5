(setq k nil)
(+ 1 (call/cc (lambda (c) (setq k c) 1)))          ;=> 2
(k 5)                                              ;!! bad-continuation
(condition-code (catch 'error (k 5)))              ;=> bad-continuation
