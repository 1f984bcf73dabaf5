; Words of templates and macros that a program binds; templates of vectors.
(require 'scheme)
(let ((unquote list)) `(a ,(+ 1 2)))                  ;=> (a ,(+ 1 2))
(let ((... 2)) (let-syntax ((s (syntax-rules () ((_ x ...) 'bad) ((_ . r) 'ok)))) (s a b c)))  ;=> ok
(list `#(,@'()) `#(1 ,@'() 2) `(x . #(,(+ 1 2))) `#())  ;=> (#() #(1 2) (x . #(3)) #())
(let ((x 1) (x 2)) x)                                 ;!! syntax the variable x occurs twice
(let loop ((x 1) (x 2)) x)                            ;!! syntax the variable x occurs twice
(let* ((x 1) (x (+ x 1))) x)                          ;=> 2
(let-syntax ((m (syntax-rules () ((_ a) (let ((x 1) (a 2)) (list x a)))))) (m x))  ;=> (1 2)
