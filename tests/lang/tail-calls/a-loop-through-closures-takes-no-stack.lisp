; limits: depth=50
; not under: stress: it would collect 100,000 times
(defproc loop-with (n k) (if (= n 0) (k 'done) (loop-with (- n 1) (lambda (x) (k x)))))
(loop-with 10 identity)   ;=> done
(let loop ((n 100000) (acc nil)) (if (= n 0) 'done ((lambda (m) (loop m (lambda () acc))) (- n 1))))  ;=> done
((alambda (n) (if (= n 0) 'done (self (- n 1)))) 100000)  ;=> done
