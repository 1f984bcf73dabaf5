; found: 2026-11-22, programs on continuations and ports: what came after the re-entry was written to the terminal
(require 'scheme)
(define k #f)
(define n 0)
(let ((s (with-output-to-string (lambda () (display "a") (call/cc (lambda (c) (set! k c))) (display "b"))))) (set! n (+ n 1)) (if (< n 3) (k #f) s))  ;=> "abbb"
(with-output-to-string (lambda () (display 1) (guard (e (#t (display e))) (with-output-to-string (lambda () (display 2) (raise 3))))))  ;=> "13"
