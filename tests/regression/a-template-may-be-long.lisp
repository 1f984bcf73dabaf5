; found: 2026-11-20, fuzzing
; Each element took two registers.
(let ((x 1)) (length (eval (list 'quasi-quote (append (iota 1000) '((unquote (+ 1 1))))))))  ;=> 1001
(last (eval (list 'quasi-quote (append (iota 1000) '((unquote (+ 1 1)))))))                  ;=> 2
(let ((l '(x y)) (n 5)) `(1 2 3 4 5 6 7 8 9 10 ,n ,@l ,n 1 2 3 4 5 6 7 8 9 ,@l . ,n))
;=> (1 2 3 4 5 6 7 8 9 10 5 x y 5 1 2 3 4 5 6 7 8 9 x y . 5)
(let ((l '(x y))) `(,@l ,@l))    ;=> (x y x y)
(let ((l '(x y))) `(1 ,@l 2))    ;=> (1 x y 2)
