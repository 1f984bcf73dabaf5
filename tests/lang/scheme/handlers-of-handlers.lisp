; A condition signalled in a handler goes to the handler outside. A return from a handler of `raise` is an error for that handler, too.
(require 'scheme)
(guard (e (#t (list 'outer (error-object? e))))
  (with-exception-handler (lambda (e) 'ignored) (lambda () (+ 1 (raise 'oops)))))       ;=> (outer t)
(call/cc (lambda (k)
  (with-exception-handler
    (lambda (e) (k (list 'outer (error-object? e))))
    (lambda () (with-exception-handler (lambda (e) 'ignored) (lambda () (raise 'oops)))))))  ;=> (outer t)
(guard (e (#t (list 'outer (error-object? e))))
  (with-exception-handler (lambda (e) (vector-ref (vector) 1)) (lambda () (raise 'oops))))   ;=> (outer t)
(guard (e (#t (list 'outer e)))
  (with-exception-handler (lambda (e) (raise (list e 'again))) (lambda () (vector-ref (vector) 1) 'not-reached)))
;=> (outer (#<condition index-out-of-range: vector-ref: index 1 outside a vector of 0> again))
(with-exception-handler
  (lambda (e) (* e 2))
  (lambda () (guard (e ((string? e) 'text)) (+ 1 (raise-continuable 20)))))             ;=> 41
(guard (e ((symbol? e) (list 'outer e)))
  (guard (e ((number? e) 'number)) (raise 'symbol)))                                     ;=> (outer symbol)
(define log '())
(define (note x) (set! log (cons x log)))
(with-exception-handler
  (lambda (e) (note 'handler) 10)
  (lambda ()
    (guard (e ((begin (note 'test) #f) 'no))
      (dynamic-wind (lambda () (note 'in)) (lambda () (note (raise-continuable 'x))) (lambda () (note 'out))))))
(reverse log)                                     ;=> (in out test in handler 10 out)
