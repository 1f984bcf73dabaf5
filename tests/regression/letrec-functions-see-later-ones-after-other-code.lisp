; found: 2026-11-20, a reader of the core's code: a function saw an empty variable
(letrec ((a (let ((n 0)) (lambda () (b)))) (b (lambda () 42))) (a))         ;=> 42
(letrec ((a (list (lambda () (b)))) (b (lambda () 7))) ((first a)))         ;=> 7
(letrec ((a (lambda () (b))) (b (lambda () (setq a 5) a))) (a))             ;=> 5
