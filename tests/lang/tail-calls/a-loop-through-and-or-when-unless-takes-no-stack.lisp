; limits: depth=50
; not under: stress: it would collect 100,000 times
(defproc by-and (n) (and t (or (= n 0) (by-and (- n 1)))))
(by-and 100000)         ;=> t
(defproc by-when (n) (when t (if (= n 0) 'done (by-when (- n 1)))))
(by-when 100000)        ;=> done
(defproc by-unless (n) (unless nil (if (= n 0) 'done (by-unless (- n 1)))))
(by-unless 100000)      ;=> done
