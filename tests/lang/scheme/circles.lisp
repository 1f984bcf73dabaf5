; Values that contain themselves can be compared.
(require 'scheme)
(define (circle) (let ((l (list 1 2 3))) (set-cdr! (cddr l) l) l))
(equal? (circle) (circle))                        ;=> t
(define (knot x) (let ((v (vector x 1))) (vector-set! v 1 v) v))
(list (equal? (knot 1) (knot 1)) (equal? (knot 1) (knot 2)))   ;=> (t #f)
(list (list? (circle)) (circular-list? (circle)) (length+ (list 1 2)))  ;=> (#f t 2)
