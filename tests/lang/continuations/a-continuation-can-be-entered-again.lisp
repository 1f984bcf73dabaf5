(let ((n 0) (k nil))
  (call/cc (lambda (c) (setq k c)))
  (setq n (+ n 1))
  (if (< n 3) (k nil) n))                          ;=> 3
(let ((k nil) (l nil))
  (let ((x (call/cc (lambda (c) (setq k c) 0))))
    (setq l (cons x l))
    (if (< x 3) (k (+ x 1)) (reverse l))))         ;=> (0 1 2 3)
