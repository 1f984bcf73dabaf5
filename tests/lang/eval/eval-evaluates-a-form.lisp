(eval '(+ 1 2))                        ;=> 3
(eval ''a)                             ;=> a
(eval 5)                               ;=> 5
(eval (list 'let '((a 2)) '(* a a)))   ;=> 4
(let ((a 'local)) (setq a 1) (catch 'error (eval 'a) 'no) (condition-code (catch 'error (eval 'unknown-name))))  ;=> unbound-variable
(setq x 10)
(let ((x 20)) (eval 'x))               ;=> 10
