; The way of benchmark collections: what to do is read from the input, the result is checked, clocks are asked.
(import (scheme base) (scheme read) (scheme write) (scheme time))

; A value that a compiler cannot know beforehand.
(define (hide value)
  (call-with-values
    (lambda () (values (vector (lambda (x) x)) 0))
    (lambda (v i) ((vector-ref v i) value))))

(define (run-benchmark name count ok? maker . arguments)
  (let* ((thunk (apply maker arguments)) (start (current-jiffy)))
    (let loop ((i 1) (result (thunk)))
      (if (< i count)
          (loop (+ i 1) (thunk))
          (let ((seconds (inexact (/ (- (current-jiffy) start) (jiffies-per-second)))))
            (write-string name)
            (write-string (if (ok? result) ": correct" ": wrong"))
            (write-string (if (>= seconds 0) "\n" " and the clock goes back\n")))))))

; Ways to give change: doubly recursive.
(define (ways amount coins)
  (cond
    ((= amount 0) 1)
    ((or (< amount 0) (null? coins)) 0)
    (else (+ (ways amount (cdr coins)) (ways (- amount (car coins)) coins)))))

; The longest climb in a list of numbers, by vectors.
(define (longest-climb numbers)
  (let* ((v (list->vector numbers)) (n (vector-length v)) (best (make-vector n 1)))
    (do ((i 1 (+ i 1))) ((= i n) (apply max (vector->list best)))
      (do ((j 0 (+ j 1))) ((= j i))
        (if (< (vector-ref v j) (vector-ref v i))
            (vector-set! best i (max (vector-ref best i) (+ 1 (vector-ref best j)))))))))

(define (main . arguments)
  (let* ((name (read)) (count (read)) (input (read)) (output (read)))
    (run-benchmark
      (string-append (symbol->string name) ":" (number->string count))
      count
      (lambda (result) (equal? result output))
      (lambda (input)
        (case name
          ((ways) (lambda () (ways (hide input) '(50 25 10 5 1))))
          ((climb) (lambda () (longest-climb (hide input))))))
      input)))

(define input (open-input-string "ways 2 60 77 climb 3 (3 1 4 1 5 9 2 6 5 3 5 8 9 7) 6 ways 1 10 4"))
(parameterize ((current-input-port input)) (main) (main 'again) (main))
(write (eof-object? (read input)))
(newline)

;>> ways:2: correct
;>> climb:3: correct
;>> ways:1: correct
;>> #t
