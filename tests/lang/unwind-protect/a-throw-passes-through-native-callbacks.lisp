(setq log nil)
(catch 'out (apply (lambda (x) (unwind-protect (throw 'out x) (setq log (cons x log)))) '(1)))   ;=> 1
(catch 'out (map-with (lambda (x) (unwind-protect (throw 'out x) (setq log (cons x log)))) '(2 3)))   ;=> 2
(catch 'out (eval '(throw 'out 'from-eval)))                                            ;=> from-eval
log                                                                                     ;=> (2 1)
