; found: 2026-11-20, the corpus of the language, as it was written
; limits: depth=100
(defproc f (n) (+ 1 (f n)))
(defproc g (n) (if (= n 0) 0 (+ 1 (g (- n 1)))))
(f 1)                                                ;!! too-deep
(g 90)                                               ;=> 90
(f 1)                                                ;!! too-deep
(map-with g '(80 90 50))                             ;=> (80 90 50)
(defproc wide (a b c d e f) (+ a (g b) (g c)))
(wide 1 80 80 4 5 6)                                 ;=> 161
