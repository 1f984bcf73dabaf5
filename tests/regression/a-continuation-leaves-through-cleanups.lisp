; found: 2026-11-20, a reader of the core's code: cleanups on the way out were skipped
(call/cc (lambda (k) (unwind-protect (k 1) (print 'cleanup))))   ;=> 1
;>> cleanup
(let ((log nil))
  (let/cc k
    (unwind-protect
      (unwind-protect (k 1) (setq log (cons 'inner log)))
      (setq log (cons 'outer log))))
  log)                                             ;=> (outer inner)
(let ((k nil) (n 0) (log nil))
  (unwind-protect
    (progn (call/cc (lambda (c) (setq k c))) (setq n (+ n 1)) (when (< n 3) (k nil)))
    (setq log (cons n log)))
  log)                                             ;=> (3)
