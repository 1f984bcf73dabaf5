; found: 2026-11-22, random programs on two evaluators: 0.0 for -0.0
; Taking a constant away is adding its negation, but for zero: -0.0 - 0 is -0.0, -0.0 + 0 is 0.0.
(- -0.0 0)               ;=> -0.0
(let ((x -0.0)) (- x 0))  ;=> -0.0
(apply - '(-0.0 0))      ;=> -0.0
(let ((x -0.0)) (+ x 0))  ;=> 0.0
(apply + '(-0.0 0))      ;=> 0.0
(let ((x 5)) (- x 0))     ;=> 5
