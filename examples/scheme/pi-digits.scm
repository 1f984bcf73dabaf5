; Digits of pi by a spigot, and large factorials: integers of any size.
(define (pi-digits count)
  (let loop ((q 1) (r 0) (t 1) (k 1) (n 3) (l 3) (left count) (digits '()))
    (cond ((= left 0) (reverse digits))
          ((< (+ (* 4 q) (- r t)) (* n t))
           (loop (* q 10) (* 10 (- r (* n t))) t k
                 (- (quotient (* 10 (+ (* 3 q) r)) t) (* 10 n))
                 l (- left 1) (cons n digits)))
          (else
           (loop (* q k) (* (+ (* 2 q) r) l) (* t l) (+ k 1)
                 (quotient (+ (* q (+ (* 7 k) 2)) (* r l)) (* t l))
                 (+ l 2) left digits)))))

(define (factorial n) (if (= n 0) 1 (* n (factorial (- n 1)))))

(define (digit-sum n)
  (let loop ((n n) (sum 0))
    (if (= n 0) sum (loop (quotient n 10) (+ sum (remainder n 10))))))

(for-each display (pi-digits 300))
(newline)
(display (digit-sum (factorial 500)))
(newline)
(display (factorial 30))
(newline)
(display (modulo (expt 7 1234) 1000007))
(newline)
(display (exact->inexact (/ (factorial 20) (factorial 18))))
(newline)

;>> 314159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211706798214808651328230664709384460955058223172535940812848111745028410270193852110555964462294895493038196442881097566593344612847564823378678316527120190914564856692346034861045432664821339360726024914127
;>> 4599
;>> 265252859812191058636308480000000
;>> 47580
;>> 380.0
