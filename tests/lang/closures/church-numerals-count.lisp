(setq zero (lambda (f) (lambda (x) x)))
(defproc succ (n) (lambda (f) (lambda (x) (f ((n f) x)))))
(defproc add (m n) (lambda (f) (lambda (x) ((m f) ((n f) x)))))
(defproc mul (m n) (lambda (f) (m (n f))))
(defproc number (n) ((n (lambda (k) (+ k 1))) 0))
(setq three (succ (succ (succ zero))))
(number zero)                      ;=> 0
(number (add three three))         ;=> 6
(number (mul three (succ three)))  ;=> 12
