; found: 2026-11-20, fuzzing
; limits: memory=6M ticks=100000000
; not under: ticks stress
(dotimes (i 50000) (eval (list 'lambda '(x) (list '+ 'x i))))                  ;=> nil
(dotimes (i 50000) (eval (list '+ 1 2)))                                       ;=> nil
