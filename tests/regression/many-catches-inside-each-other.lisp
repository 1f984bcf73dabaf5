; found: 2026-11-20, fuzzing
; limits: memory=8M ticks=100000000
; not under: ticks stress
(defproc f (n) (if (= n 0) (throw 'out 'thrown) (catch n (f (- n 1)))))
(catch 'out (f 5000))                                                        ;=> thrown
(defproc g (n) (if (= n 0) (throw 'out 'thrown) (unwind-protect (g (- n 1)) n)))
(catch 'out (g 5000))                                                        ;=> thrown
(defproc h (n) (catch n (h (+ n 1))))
(h 0)                                                                          ;!! out-of-memory
