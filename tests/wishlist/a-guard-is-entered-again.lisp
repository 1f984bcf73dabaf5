; found: 2026-11-22, by programs of which the same was asked in Guile
(import (scheme base))
(define k #f)
(define n 0)
(define (next) (guard (e (#t (list 'caught e))) (call/cc (lambda (c) (set! k c))) (set! n (+ n 1)) (raise n)))
(let ((r (next))) (if (< n 3) (k #f) r))                ;=> (caught 3)
