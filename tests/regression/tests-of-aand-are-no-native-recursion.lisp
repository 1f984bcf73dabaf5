; found: 2026-11-20, fuzzing
(eval (cons 'aand (append (iota 20) '(it))))     ;=> 19
(eval (cons 'aand (iota 100000)))                 ;!! too-complex
(+ 1 2)                                           ;=> 3
