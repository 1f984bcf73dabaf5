; found: 2026-11-26, comparison with Guile: an ellipsis that an outer macro handed in was taken for the inner macro's own
; limits: memory=16M ticks=2000000
(require 'scheme)
(let-syntax ((f (syntax-rules () ((f e) (let-syntax ((g (syntax-rules ::: () ((g (x e) (y :::)) '((x) e (y) :::))))) (g (1 2) (3 4))))))) (f :::))  ;=> ((1) 2 (3) (4))
(let-syntax ((f (syntax-rules () ((_ (a ...) (b ...)) '((a b ...) ...))))) (f (1 2) (3 4 5)))  ;=> ((1 3 4 5) (2 3 4 5))
(let-syntax ((f (syntax-rules () ((_ (a ...)) '((a a ...) ...))))) (f (1 2 3)))  ;=> ((1 1 2 3) (2 1 2 3) (3 1 2 3))
(let ((::: 1)) (let-syntax ((f (syntax-rules ::: () ((_ x :::) '(x :::))))) (f 1 2)))  ;=> (1 2)
(let-syntax ((f (syntax-rules () ((_ a ...) '((a (... ...)) ...))))) (f 1 2))  ;=> ((1 ...) (2 ...))
(let-syntax ((f (syntax-rules () ((_ (a ...) (b ...)) '((a b) ...))))) (f (1 2) (3)))  ;!! syntax not the same number of repetitions
; A pattern or template that contains itself took memory without end, which nobody counted.
(define-syntax p (syntax-rules () ((_ . #0=(x . #0#)) 1)))           ;!! syntax contains itself
(define-syntax q (syntax-rules () ((_ (#0=(x . #0#) ...)) 1)))       ;!! syntax contains itself
(define-syntax r (syntax-rules () ((_ x) (list . #0=(x . #0#)))))    ;!! syntax contains itself
(define-syntax s (syntax-rules () ((_ x) '#0=#(x #0#))))             ;!! syntax contains itself
(define-syntax shared (syntax-rules () ((_ #0=(x) y) '(x y))))
(shared (1) 2)                                                       ;=> (1 2)
(define-syntax t (syntax-rules () ((_ x ...) '(x ...))))
(t . #0=(1 . #0#))                                                   ;!! syntax no rule of the macro matches
