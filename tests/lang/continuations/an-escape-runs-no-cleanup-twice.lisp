(setq log nil)
(call/cc (lambda (k) (unwind-protect (setq log (cons 'body log)) (setq log (cons 'cleanup log)))))
log                                                ;=> (cleanup body)
