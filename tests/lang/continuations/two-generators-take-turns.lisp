(defproc gen (l)
  (let ((resume nil) (return nil))
    (lambda ()
      (call/cc (lambda (k)
        (setq return k)
        (if resume
          (resume nil)
          (progn
            (dolist (x l) (call/cc (lambda (next) (setq resume next) (return x))))
            (return 'done))))))))
(let ((a (gen '(1 2 3))) (b (gen '(x y))))
  (let* ((p (a)) (q (b)) (r (a)) (s (b)) (u (a)) (v (b)))
    (list p q r s u v)))                           ;=> (1 x 2 y 3 done)
