; Fibonacci numbers by double recursion, on integers and on floats.
(define (fib n)
  (if (< n 2)
      n
      (+ (fib (- n 1)) (fib (- n 2)))))

(define (fib-float n)
  (if (< n 2.)
      n
      (+ (fib-float (- n 1.)) (fib-float (- n 2.)))))

(display (fib 27))
(newline)
(display (= (fib-float 22.) 17711.))
(newline)

;>> 196418
;>> #t
