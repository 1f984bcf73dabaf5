; `else`, `=>` and the literals of a macro mean nothing special where they are the names of variables. `case` compares with eqv?.
(require 'scheme)
(let ((else #f)) (cond (else 1) (#t 2)))          ;=> 2
(let ((=> #f)) (cond (#t => 'ok)))                ;=> ok
(define-syntax is-else (syntax-rules (else) ((_ else) 'literal) ((_ x) 'other)))
(list (is-else else) (let ((else 1)) (is-else else)))  ;=> (literal other)
(define-syntax choose (syntax-rules () ((_ test a b) (cond (test a) (else b)))))
(let ((else #f)) (choose #f 1 2))                 ;=> 2
(define (kind x) (case x ((2) 'exact) ((2.0) 'inexact) (("a") 'string) ((1/2) 'half) ((#\a) 'char) ((()) 'empty) (else 'other)))
(map kind (list 2 2.0 "a" 1/2 #\a '() 'b))        ;=> (exact inexact other half char empty other)
(list (max 1 2.0) (max 3 2.0) (min 1 2.0) (min 1 2))   ;=> (2.0 3.0 1.0 1)
