; limits: depth=100
(defproc deep (n) (if (= n 0) 0 (+ 1 (call/cc (lambda (k) (setq kept k) (deep (- n 1)))))))
(deep 40)                        ;=> 40
(deep 1000)                      ;!! too-deep
(deep 40)                        ;=> 40
(catch nil (deep 1000))          ;!! too-deep
(setq k nil)
(defproc plain (n) (if (= n 0) (call/cc (lambda (c) (setq k c) 0)) (+ 1 (plain (- n 1)))))
(plain 90)                       ;=> 90
(defproc again (n) (if (= n 0) (plain 50) (+ 1 (again (- n 1)))))
(again 60)                       ;!! too-deep
(again 40)                       ;=> 90
(let ((n 0)) (plain 80) (setq n (+ n 1)) (if (< n 50) (k 0) n))   ;=> 50
