(let* ((a 1) (b (+ a 1)) (c (* b 10))) (list a b c))  ;=> (1 2 20)
(let* ((a 1) (a (+ a 1)) (a (* a 10))) a)             ;=> 20
(let* () 5)                                           ;=> 5
(let* ((f (lambda () a)) (a 2)) (f))                  ;!! unbound-variable
