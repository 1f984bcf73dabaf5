; found: 2026-11-22, programs that SBCL refuses: the value was a list that nobody had written
(require 'common-lisp)
(list 1 ',x)  ;!! bad-token `,` stands outside of a template
(let ((x 1)) `(,x ,',x))  ;!! bad-token `,` stands outside of a template
(let ((x '(1 2))) `(,@x (,@(list `(3 ,(+ 1 ,(car x)))))))  ;!! bad-token stands outside of a template
(let ((x '(1 2))) `(,@x . ,(mapcar (lambda (y) `(y ,y)) x)))  ;=> (1 2 (y 1) (y 2))
(let ((x 5)) (eval (eval ``(list ,,x ',',x))))  ;=> (5 5)
#+nil (list ,x) 2  ;=> 2
(handler-case (read-from-string "(a ,b)") (error () 'refused))  ;=> refused
