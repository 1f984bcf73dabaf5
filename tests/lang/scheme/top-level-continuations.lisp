; A continuation of a top-level form includes the forms after it in its text.
(require 'scheme)
(define k #f)
(define n 0)
(display (call/cc (lambda (c) (set! k c) 1)))
(set! n (+ n 1))
(if (< n 3) (k n))
(display "done")                                  ;>> 112done
; So choices can be made in definitions.
(define choices '())
(define (fail) (if (null? choices) (error "no more choices") (let ((back (car choices))) (set! choices (cdr choices)) (back back))))
(define (choose list)
  (let ((cc (call/cc (lambda (k) k))))
    (cond
      ((null? list) (fail))
      (else (let ((one (car list))) (set! list (cdr list)) (set! choices (cons cc choices)) one)))))
(define x (choose '(1 2 3 4 5 6)))
(define y (choose '(4 5 6)))
(if (not (= (+ x y) 8)) (fail))
(display (list x y))
(if (< x 4) (fail))
(list 'found x y)                                 ;=> (found 4 4)
;>> (2 6)(3 5)(4 4)
; That of a part of a sequence includes the further parts, that of a loaded file the rest of the file.
(define turns 0)
(begin (define again #f) (display (call/cc (lambda (c) (set! again c) 'a))) (display 'b))
(set! turns (+ turns 1))
(if (< turns 3) (again turns))
turns                                             ;=> 3
;>> ab1b2b
(load "counting.scm")                             ;=> "counting.scm has ended"
;>> 0123
; A form that is evaluated by itself has nothing after it.
(+ 100 (call/cc (lambda (c) (set! k c) 1)))       ;=> 101
(begin (display "once") (k 2))                   ;=> 102
;>> once
(define-syntax two (syntax-rules () ((_ a b) (begin a b))))
(define left 3)
(two (define back (call/cc (lambda (c) c))) (display left))
(set! left (- left 1))
(if (> left 0) (back back))
'end                                              ;=> end
;>> 321
;; file: counting.scm
(define from #f)
(define reached (call/cc (lambda (c) (set! from c) 0)))
(display reached)
(if (< reached 3) (from (+ reached 1)))
"counting.scm has ended"
