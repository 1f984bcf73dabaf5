; limits: depth=50
; not under: stress: it would collect 100,000 times
(defproc sum-cps (n k) (if (= n 0) (k 0) (sum-cps (- n 1) (lambda (s) (k (+ s n))))))
(sum-cps 20000 identity)   ;=> 200010000
