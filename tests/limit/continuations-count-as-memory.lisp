; limits: memory=4M
(defproc deep (n) (+ 1 (call/cc (lambda (k) (setq kept k) (deep (+ n 1))))))
(deep 0)                         ;!! out-of-memory
(defproc protected (n) (unwind-protect (call/cc (lambda (k) (setq kept k) (protected (+ n 1)))) n))
(protected 0)                    ;!! out-of-memory
(let ((l nil)) (while t (setq l (cons (call/cc (lambda (k) (setq kept k) k)) l))))   ;!! out-of-memory
(setq kept nil)                  ;=> nil
(+ 1 (call/cc (lambda (k) (setq kept k) (k 2))))   ;=> 3
