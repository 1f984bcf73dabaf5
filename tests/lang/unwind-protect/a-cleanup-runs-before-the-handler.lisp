(setq log nil)
(catch-and-apply 'x (lambda (tag v) (setq log (cons 'handler log)) v)
  (unwind-protect (throw 'x 1) (setq log (cons 'cleanup log))))      ;=> 1
(reverse log)                                        ;=> (cleanup handler)
