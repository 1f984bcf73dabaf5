; found: 2026-11-26, comparison with Guile: a continuation that came back to a letrec found some of its variables as they were left
(require 'scheme)
(let ((k #f)) (letrec ((x (call/cc (lambda (c) (set! k c) 0))) (y (call/cc (lambda (c) (set! k c) 0)))) (if k (let ((c k)) (set! k #f) (set! x 1) (set! y 1) (c 0)) (+ x y))))  ;=> 0
(let ((k #f)) (letrec* ((x (call/cc (lambda (c) (set! k c) 0))) (y (call/cc (lambda (c) (set! k c) 0)))) (if k (let ((c k)) (set! k #f) (set! x 1) (set! y 1) (c 0)) (+ x y))))  ;=> 1
(let ((k #f) (n 0)) (letrec ((y (lambda () x)) (x (call/cc (lambda (c) (set! k c) 0)))) (set! n (+ n 1)) (let ((r (procedure? y))) (set! y n) (if (< n 3) (k 5) (list r y x)))))  ;=> (t 3 5)
; A definition assigns its variable, which functions that were made before see; a let binds a new one.
(define (after bind) (bind '()))
(define (by-define fs) (define k #f) (define x (call/cc (lambda (c) (set! k c) 0))) (set! fs (cons (lambda () x) fs)) (if (null? (cdr fs)) (k 5) (map (lambda (f) (f)) fs)))
(define (by-let fs) (let* ((k #f) (x (call/cc (lambda (c) (set! k c) 0)))) (set! fs (cons (lambda () x) fs)) (if (null? (cdr fs)) (k 5) (map (lambda (f) (f)) fs))))
(list (after by-define) (after by-let))                          ;=> ((5 5) (5 0))
(letrec* ((a 1) (b (+ a 1)) (f (lambda () (* a b)))) (set! a 10) (f))  ;=> 20
