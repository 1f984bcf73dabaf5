; found: 2026-11-20, fuzzing
; limits: memory=4M ticks=10000000
; not under: ticks stress
(dotimes (i 20000) (defmethod g ((a string)) t a) (defmethod g ((a fixnum)) t a))  ;=> nil
(g 1)                                                                              ;=> 1
