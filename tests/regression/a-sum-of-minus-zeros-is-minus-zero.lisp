; found: 2026-11-22, random programs on two evaluators: 0.0 where + was called in place
; However the function is called: in place, as a value, with one number or with many.
(list (+ -0.0) (apply + '(-0.0)) (apply + '(-0.0 -0.0)) (+ -0.0 -0.0) (+ -0.0 -0.0 -0.0))  ;=> (-0.0 -0.0 -0.0 -0.0 -0.0)
(list (+ -0.0 0) (apply + '(-0.0 0)) (apply + '(0 -0.0)) (+) (apply + '(1/2)))             ;=> (0.0 0.0 0.0 0 1/2)
