; found: 2026-11-20, fuzzing
; limits: memory=6M ticks=100000000
; not under: ticks stress
(dotimes (i 20) (iota 75000))                                                 ;=> nil
(dotimes (i 20) (make-string 1000000 #\x))                                    ;=> nil
(dotimes (i 20) (iota 75000))                                                 ;=> nil
(defproc deep (n) (if (= n 0) 0 (+ 1 (deep (- n 1)))))
(deep 50000)                                                                   ;=> 50000
(dotimes (i 10) (make-string 1000000 #\x))                                     ;=> nil
(string-length (make-string 1000000 #\x))                                      ;=> 1000000
