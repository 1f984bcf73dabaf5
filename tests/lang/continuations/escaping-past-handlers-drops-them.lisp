(catch 'x
  (call/cc (lambda (k) (catch 'x (k nil))))
  (throw 'x 'outer)
  'not-reached)                                    ;=> outer
(let ((n 0))
  (dotimes (i 1000) (call/cc (lambda (k) (catch 'y (catch-and-apply 'z list (k (setq n (+ n 1))))))))
  n)                                               ;=> 1000
