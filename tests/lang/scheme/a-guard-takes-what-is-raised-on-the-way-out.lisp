; An `after` of dynamic-wind is called with the handlers of the place where dynamic-wind was called: those of the guard.
(require 'scheme)
(guard (e (#t (list 'caught e))) (dynamic-wind (lambda () 1) (lambda () (raise 'a)) (lambda () (raise 'b))))  ;=> (caught b)
(guard (e (#t (error-object? e))) (dynamic-wind (lambda () 1) (lambda () (raise 'a)) (lambda () (car 1))))       ;=> t
(guard (outer (#t (list 'outer outer)))
  (guard (e ((eq? e 'a) 'inner))
    (dynamic-wind (lambda () 1) (lambda () (raise 'a)) (lambda () (raise 'b)))))                              ;=> (outer b)
(define path '())
(guard (e (#t (list e (reverse path))))
  (dynamic-wind
    (lambda () 1)
    (lambda ()
      (dynamic-wind (lambda () 1) (lambda () (raise 'a)) (lambda () (set! path (cons 1 path)) (raise 'b))))
    (lambda () (set! path (cons 2 path)) (raise 'c))))                                                        ;=> (c (1 2))
