; found: 2026-11-20, fuzzing
; limits: memory=4M ticks=10000000
; not under: ticks stress
(while t (gensym))                                                   ;!! out-of-memory
