; Assignments define nothing, and a body has an expression.
(require 'scheme)
(set! nobody 1)                                           ;!! unbound-variable
(define (reset) (set! counter 0) counter)
(reset)                                                   ;!! unbound-variable
(define counter 5)
(reset)                                                   ;=> 0
(let ((f (lambda () (set! later 1)))) (f))                ;!! unbound-variable
(define later 0)
(begin (set! later 2) later)                              ;=> 2
(set! car cdr)
(car '(1 2))                                              ;=> (2)

(lambda (x))                                              ;!! syntax
(define f (lambda ()))                                    ;!! syntax
(let ())                                                  ;!! syntax
(let* ((x 1)))                                            ;!! syntax
(let* ())                                                 ;!! syntax
(letrec ((x 1)))                                          ;!! syntax
(let loop ((i 0)))                                        ;!! syntax
(when #t)                                                 ;!! syntax
(unless #f)                                               ;!! syntax
(case-lambda ((x)))                                       ;!! syntax
(let-values (((a b) (values 1 2))))                       ;!! syntax
(do ((i 0 (+ i 1))) ((= i 3) 'done))                      ;=> done
(and-let* ((x 1)))                                        ;=> 1
