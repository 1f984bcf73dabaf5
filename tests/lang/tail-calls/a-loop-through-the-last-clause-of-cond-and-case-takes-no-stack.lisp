; limits: depth=50
; not under: stress: it would collect 100,000 times
(defproc by-cond (n) (cond ((< n 0) 'negative) ((= n 0) 'done) (t (by-cond (- n 1)))))
(by-cond 100000)        ;=> done
(defproc by-clause (n) (cond ((> n 0) 'more (by-clause (- n 1))) (t 'done)))
(by-clause 100000)      ;=> done
(defproc by-case (n) (case n (0 'done) (t (by-case (- n 1)))))
(by-case 100000)        ;=> done
