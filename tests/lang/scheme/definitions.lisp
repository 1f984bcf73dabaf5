; Definitions: global, internal, of several values, of records.
(require 'scheme)
(define x 5)
(define (square x) (* x x))
(define (sum . xs) (apply + xs))
(define (greet name :optional (greeting "hello")) (string-append greeting " " name))
(list (square x) (sum) (sum 1 2 3) (greet "ann") (greet "ann" "bye"))  ;=> (25 0 6 "hello ann" "bye ann")
; Internal definitions see each other, and may come after expressions.
(define (parity n)
  (define (ev? n) (if (= n 0) #t (od? (- n 1))))
  (define (od? n) (if (= n 0) #f (ev? (- n 1))))
  (if (ev? n) 'even 'odd))
(list (parity 10) (parity 7))  ;=> (even odd)
(let ()
  (define a 1)
  (define b (+ a 1))
  (set! a 10)
  (define (f) (+ a b))
  (f))                         ;=> 12
(define (nested n)
  (define base (* n 10))
  (define (add k) (define twice (* 2 k)) (+ base twice))
  (map add '(1 2)))
(nested 3)                     ;=> (32 34)
(define-values (q r) (floor/ 17 5))
(list q r)                     ;=> (3 2)
(define (both) (define-values (a . more) (values 1 2 3)) (list a more))
(both)                         ;=> (1 (2 3))
(define-record-type <point> (make-point x y) point? (x point-x set-point-x!) (y point-y))
(let ((p (make-point 1 2))) (set-point-x! p 7) (list (point-x p) (point-y p) (point? p) (point? 3)))  ;=> (7 2 t #f)
(make-point 1 2)               ;=> #<point :x 1 :y 2>
(point-x 5)                    ;!! wrong-type
; A program may use before it defines, and may define what is something else in the language.
(define (twice-over) (repeat 2 (lambda () (display "x"))))
(define (repeat n thunk) (if (> n 0) (begin (thunk) (repeat (- n 1) thunk))))
(twice-over)                   ;>> xx
(define (first-of x) (list 'mine x))
(define (first x) (first-of x))
(first 1)                      ;=> (mine 1)
(define)                       ;!! syntax
(define x 1 2)                 ;!! syntax
