; dynamic-wind with escapes and re-entry, exceptions, parameters.
(import (scheme base) (scheme write))

(define trace '())
(define (note x) (set! trace (cons x trace)))
(define (flush) (write (reverse trace)) (newline) (set! trace '()))

(define (wound name thunk)
  (dynamic-wind (lambda () (note (list 'in name))) thunk (lambda () (note (list 'out name)))))

(note (wound 'a (lambda () (wound 'b (lambda () 'value)))))
(flush)

(note (call-with-current-continuation
        (lambda (k) (wound 'a (lambda () (wound 'b (lambda () (k 'escaped))))))))
(flush)

(let ((again #f) (times 0))
  (wound 'loop (lambda () (call-with-current-continuation (lambda (k) (set! again k))) (note 'body)))
  (set! times (+ times 1))
  (if (< times 3) (again 'once-more)))
(flush)

(note (call-with-current-continuation
        (lambda (k)
          (with-exception-handler
            (lambda (e) (k (list 'handled e)))
            (lambda () (wound 'raising (lambda () (raise 'problem))))))))
(flush)

(note (with-exception-handler
        (lambda (e) (* 2 e))
        (lambda () (+ 1 (raise-continuable 20)))))
(flush)

(note (guard (e ((symbol? e) (list 'symbol e)) ((string? e) 'string))
        (wound 'guarded (lambda () (raise 'inner)))))
(note (guard (e ((number? e) (+ e 1)))
        (guard (e ((symbol? e) 'wrong))
          (raise 41))))
(flush)

(define indent (make-parameter 0))
(define (show-indent) (note (indent)))
(show-indent)
(parameterize ((indent 4))
  (show-indent)
  (parameterize ((indent (+ (indent) 4))) (show-indent))
  (show-indent))
(show-indent)
(flush)

(define (find-first wanted? list)
  (call-with-current-continuation
    (lambda (return)
      (for-each (lambda (x) (if (wanted? x) (return x))) list)
      #f)))
(note (let loop ((i 0) (sum 0))
        (if (= i 20000) sum (loop (+ i 1) (+ sum (find-first even? '(1 3 5 6 7)))))))
(flush)

;>> ((in a) (in b) (out b) (out a) value)
;>> ((in a) (in b) (out b) (out a) escaped)
;>> ((in loop) body (out loop) (in loop) body (out loop) (in loop) body (out loop))
;>> ((in raising) (out raising) (handled problem))
;>> (41)
;>> ((in guarded) (out guarded) (symbol inner) 42)
;>> (0 4 8 4 0)
;>> (120000)
