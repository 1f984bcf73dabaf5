; Macros by rules.
(require 'scheme)
(define-syntax swap! (syntax-rules () ((_ a b) (let ((tmp a)) (set! a b) (set! b tmp)))))
(define tmp 1)
(define other 2)
(swap! tmp other)
(list tmp other)                                                     ;=> (2 1)
(define-syntax my-or (syntax-rules () ((_) #f) ((_ e) e) ((_ e r ...) (let ((t e)) (if t t (my-or r ...))))))
(let ((t 5) (if list)) (my-or #f t))                                 ;=> 5
(define-syntax for (syntax-rules (in) ((_ x in l body ...) (map (lambda (x) body ...) l))))
(for x in '(1 2 3) (* x x))                                          ;=> (1 4 9)
(for x on '(1 2 3) (* x x))                                          ;!! syntax
(define-syntax let-all (syntax-rules () ((_ ((n v ...) ...) b ...) (let ((n (list v ...)) ...) b ...))))
(let-all ((a 1 2) (b) (c 3)) (list a b c))                           ;=> ((1 2) nil (3))
(define-syntax flat (syntax-rules () ((_ (x ...) ...) '(x ... ...))))
(flat (1 2) () (3))                                                  ;=> (1 2 3)
(define-syntax ends (syntax-rules () ((_ first middle ... last) '(first last))))
(ends 1 2 3 4)                                                       ;=> (1 4)
(define-syntax dotted (syntax-rules () ((_ a . b) '(a b))))
(dotted 1 2 3)                                                       ;=> (1 (2 3))
(define-syntax in-vector (syntax-rules () ((_ #(a b ...)) '#(b ... a))))
(in-vector #(1 2 3))                                                 ;=> #(2 3 1)
(define-syntax make-begin
  (syntax-rules () ((_ name) (define-syntax name (syntax-rules () ((_ e (... ...)) (begin e (... ...))))))))
(make-begin sequence)
(sequence 1 2 3)                                                     ;=> 3
(define-syntax my-list (syntax-rules ::: () ((_ x :::) (list x ::: '...))))
(my-list 1 2)                                                        ;=> (1 2 ...)
(define-syntax define-pair (syntax-rules () ((_ a b v) (begin (define a v) (define b (list a))))))
(define-pair p1 p2 7)
(list p1 p2)                                                         ;=> (7 (7))
(define (local x)
  (define-syntax double (syntax-rules () ((_ e) (* 2 e helper))))
  (define helper 10)
  (let ((helper 1)) (double x)))
(local 3)                                                            ;=> 60
(let-syntax ((foo (syntax-rules () ((_ x) (+ x 1))))) (foo 41))      ;=> 42
(letrec-syntax ((ev? (syntax-rules () ((_) #t) ((_ x . r) (od? . r)))) (od? (syntax-rules () ((_) #f) ((_ x . r) (ev? . r)))))
  (list (ev? a b) (ev? a)))                                          ;=> (t #f)
(define-syntax bad (syntax-rules () ((_ x ...) x)))
(bad 1 2)                                                            ;!! syntax
(define-syntax odd-one (lambda (x) x))                               ;!! syntax @42:24 define-macro
(define-macro (old-style x) `(list ,x ',x))
(old-style (+ 1 2))                                                  ;=> (3 (+ 1 2))
