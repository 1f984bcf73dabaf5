(setq log nil)
(let ((k nil) (n 0))
  (unwind-protect
    (progn (call/cc (lambda (c) (setq k c))) (setq n (+ n 1)))
    (setq log (cons n log)))
  (if (< n 3) (k nil) (reverse log)))                ;=> (1 2 3)
