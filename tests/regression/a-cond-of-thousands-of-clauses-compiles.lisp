; found: 2026-11-20, fuzzing: the native stack overflowed
; not under: stress: it would take long with so much code
; Each clause was one level of native recursion in code generation.
(setq f (eval (list 'lambda '(x) (cons 'cond (map-with (lambda (i) (list (list '= 'x i) i)) (iota 3000))))))
(f 2999)   ;=> 2999
(f 3000)   ;=> nil
(setq g (eval (list 'lambda '(x) (cons 'case (cons 'x (map-with (lambda (i) (list i (* 2 i))) (iota 3000)))))))
(g 2999)   ;=> 5998
