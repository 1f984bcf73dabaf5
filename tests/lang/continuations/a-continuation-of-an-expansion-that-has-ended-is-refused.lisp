(setq k nil)
(defmacro one () (call/cc (lambda (c) (setq k c) 1)))
(one)                                              ;=> 1
(k 5)                                              ;!! bad-continuation
(condition-code (catch 'error (k 5)))              ;=> bad-continuation
