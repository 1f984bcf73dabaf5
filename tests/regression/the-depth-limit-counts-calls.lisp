; found: 2026-11-20, fuzzing
; limits: depth=100
(defproc f (n) (if (= n 0) 0 (+ 1 (f (- n 1)))))
(f 90)      ;=> 90
(f 1000)    ;!! too-deep
(f 90)      ;=> 90
(catch nil (f 1000))   ;!! too-deep
