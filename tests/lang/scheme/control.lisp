; Continuations, winding, exceptions, several values, promises, parameters.
(require 'scheme)
(call/cc (lambda (k) (+ 1 (k 5))))                                  ;=> 5
(let/cc k (for-each (lambda (x) (if (< x 0) (k x))) '(1 -2 3)) 'none)  ;=> -2
(let ((path '()) (c #f))
  (define (add s) (set! path (cons s path)))
  (dynamic-wind
    (lambda () (add 'connect))
    (lambda () (add (call/cc (lambda (c0) (set! c c0) 'talk1))))
    (lambda () (add 'disconnect)))
  (if (< (length path) 4) (c 'talk2) (reverse path)))               ;=> (connect talk1 disconnect connect talk2 disconnect)
(call-with-values (lambda () (values 4 5)) (lambda (a b) b))        ;=> 5
(call-with-values * -)                                              ;=> -1
(receive (q . r) (values 1 2 3) (list q r))                         ;=> (1 (2 3))
(guard (e ((assq 'a e) => cdr) ((assq 'b e))) (raise (list (cons 'a 42))))  ;=> 42
(guard (e ((assq 'a e) => cdr) ((assq 'b e))) (raise (list (cons 'b 23))))  ;=> (b . 23)
(guard (e ((string? e) 'outer)) (guard (e2 ((number? e2) 'inner)) (raise "s")))  ;=> outer
(guard (e ((error-object? e) (list (error-object-message e) (error-object-irritants e)))) (error "bad:" 1 "x"))  ;=> ("bad:" (1 "x"))
(guard (e (#t 'caught)) (vector-ref (vector 1 2) 2))                ;=> caught
(guard (e (#t 'caught)) (car 5))                                    ;=> caught
(with-exception-handler (lambda (e) 42) (lambda () (+ (raise-continuable 'c) 1)))  ;=> 43
(with-exception-handler (lambda (e) (display "seen") 0) (lambda () (+ 1 (raise 'oops))))
;!! user-error handler returned
;>> seen
(raise 'unhandled)                                                  ;!! user-error
(error "message" 'a "b" #\c)                                        ;!! user-error @26:1 message a "b" #\c
(let ((log '()))
  (guard (e (#t (set! log (cons e log))))
    (dynamic-wind (lambda () (set! log (cons 'in log))) (lambda () (raise 'x)) (lambda () (set! log (cons 'out log)))))
  log)                                                              ;=> (x out in)
(define p (make-parameter 10 (lambda (x) (* x 2))))
(list (p) (parameterize ((p 3)) (p)) (p))                           ;=> (20 6 20)
(define n 0)
(define promise (delay (begin (set! n (+ n 1)) (* n 10))))
(list (force promise) (force promise) n)                            ;=> (10 10 1)
(define (loop-stream k) (if (= k 0) (delay 'end) (delay-force (loop-stream (- k 1)))))
(force (loop-stream 100))                                         ;=> end
(stream-head (let count ((i 1)) (cons-stream i (count (* 2 i)))) 5)  ;=> (1 2 4 8 16)
((case-lambda ((a) (list 'one a)) ((a b) (list 'two a b)) ((a . more) (list 'many more))) 1 2 3)  ;=> (many (2 3))
(let-values (((a b) (values 1 2)) ((c) (values 3))) (list a b c))   ;=> (1 2 3)
(do ((i 0 (+ i 1)) (l '() (cons i l))) ((= i 3) l))                 ;=> (2 1 0)
(case (* 2 3) ((2 3 5 7) 'prime) ((1 4 6 8 9) => (lambda (x) (list 'composite x))))  ;=> (composite 6)
(cond ((assv 'b '((a 1) (b 2))) => cadr) (else 'none))              ;=> 2
