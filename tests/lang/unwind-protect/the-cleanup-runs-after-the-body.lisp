(setq log nil)
(unwind-protect 'value (setq log (cons 'cleanup log)))    ;=> value
log                                                       ;=> (cleanup)
(unwind-protect (progn (setq log (cons 'body log)) 1) (setq log (cons 'a log)) (setq log (cons 'b log)))  ;=> 1
log                                                       ;=> (b a body cleanup)
(unwind-protect 5)                                        ;=> 5
