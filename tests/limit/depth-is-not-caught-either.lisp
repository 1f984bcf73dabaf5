; limits: depth=100
(defproc f (n) (+ 1 (f n)))
(catch nil (f 1))                                                ;!! too-deep
(catch-and-apply 'error (lambda (tag c) 'caught) (f 1))          ;!! too-deep
(unwind-protect (f 1) (print 'cleanup))                          ;!! too-deep
(defproc g (n) (if (= n 0) 0 (+ 1 (g (- n 1)))))
(g 90)                                                           ;=> 90
