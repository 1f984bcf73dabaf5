; limits: depth=50
; not under: stress: it would collect 100,000 times
(defproc count-down (n) (if (= n 0) 'done (count-down (- n 1))))
(count-down 100000)     ;=> done
(defproc even-steps (n) (if (= n 0) t (odd-steps (- n 1))))
(defproc odd-steps (n) (if (= n 0) nil (even-steps (- n 1))))
(even-steps 100000)     ;=> t
