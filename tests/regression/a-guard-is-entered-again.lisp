; found: 2026-11-22, programs on continuations and conditions: the error was that the block had already been left
; A continuation enters the body of a `guard` that has been left; what is raised then comes to the same clauses, and a value is a value.
(require 'scheme)
(define k #f)
(define n 0)
(define log '())
(define (note x) (set! log (cons x log)))
(define (try) (guard (e (#t (note (list 'caught e)))) (call/cc (lambda (c) (set! k c))) (note n) (if (< n 2) (raise n) 'fine)))
(let ((result (try))) (set! n (+ n 1)) (if (< n 4) (k #f)) (list result (reverse log)))  ;=> (fine (0 (caught 0) 1 (caught 1) 2 3))
; Contexts are entered and left as often.
(set! n 0)
(set! log '())
(let ((result (guard (e (#t (note (list 'caught e)))) (dynamic-wind (lambda () (note 'in)) (lambda () (call/cc (lambda (c) (set! k c))) (raise n)) (lambda () (note 'out)))))) (set! n (+ n 1)) (if (< n 2) (k #f)) (reverse log))  ;=> (in out (caught 0) in out (caught 1))
; What is raised on the way out goes to the clauses, too, and what no clause takes goes on from where it was raised.
(guard (e (#t (list 'caught e))) (dynamic-wind (lambda () #f) (lambda () (raise 'first)) (lambda () (raise 'second))))  ;=> (caught second)
(guard (e (#t (list 'outer e))) (guard (e ((number? e) 'number)) (raise 'no-number)))  ;=> (outer no-number)
(with-exception-handler (lambda (e) 10) (lambda () (+ 1 (guard (e ((string? e) 'string)) (+ 2 (raise-continuable 'other))))))  ;=> 13
