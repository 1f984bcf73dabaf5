(let ((k nil) (n 0))
  (list
    (catch 'x
      (call/cc (lambda (c) (setq k c)))
      (setq n (+ n 1))
      (throw 'x n))
    (if (< n 3) (k nil) 'end)))                    ;=> (3 end)
(catch 'outer
  (let ((k (catch 'x (call/cc (lambda (c) c)))))
    (if (procedure? k) (k 5) (list 'got k))))      ;=> (got 5)
