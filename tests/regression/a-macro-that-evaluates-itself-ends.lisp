; found: 2026-11-20, fuzzing
; Each evaluation inside another began to count the nesting from 0 again.
(defmacro m () (eval '(m)))
(m)                                   ;!! too-complex
(defmacro n () '(n))
(n)                                   ;!! too-complex
(defmacro o (x) `(o (+ 1 ,x)))
(o 1)                                 ;!! too-complex
(catch-and-apply 'error (lambda (tag c) (condition-code c)) (eval '(m)))  ;=> too-complex
(+ 1 2)                               ;=> 3
