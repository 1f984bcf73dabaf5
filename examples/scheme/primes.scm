; Primes: a sieve on a vector, trial division with streams, and a probabilistic test on large integers.
(define (sieve n)
  (let ((composite (make-vector (+ n 1) #f)))
    (let loop ((i 2) (primes '()))
      (cond ((> i n) (reverse primes))
            ((vector-ref composite i) (loop (+ i 1) primes))
            (else
             (do ((j (* i i) (+ j i))) ((> j n)) (vector-set! composite j #t))
             (loop (+ i 1) (cons i primes)))))))

(define-syntax stream-cons
  (syntax-rules () ((_ a b) (cons a (delay b)))))
(define (stream-tail* s) (force (cdr s)))
(define (integers n) (stream-cons n (integers (+ n 1))))
(define (stream-filter* keep? s)
  (if (keep? (car s))
      (stream-cons (car s) (stream-filter* keep? (stream-tail* s)))
      (stream-filter* keep? (stream-tail* s))))
(define (prime-stream s)
  (stream-cons (car s)
               (prime-stream (stream-filter* (lambda (n) (not (= 0 (remainder n (car s))))) (stream-tail* s)))))
(define (stream-take n s) (if (= n 0) '() (cons (car s) (stream-take (- n 1) (stream-tail* s)))))

(define (power-modulo base exponent m)
  (let loop ((b (modulo base m)) (e exponent) (result 1))
    (cond ((= e 0) result)
          ((odd? e) (loop (modulo (* b b) m) (quotient e 2) (modulo (* result b) m)))
          (else (loop (modulo (* b b) m) (quotient e 2) result)))))

(define (probably-prime? n)
  (let loop ((bases '(2 3 5 7 11 13)))
    (or (null? bases)
        (and (= 1 (power-modulo (car bases) (- n 1) n)) (loop (cdr bases))))))

(display (length (sieve 100000)))
(newline)
(display (stream-take 20 (prime-stream (integers 2))))
(newline)
(display (map probably-prime? (list (- (expt 2 61) 1) (- (expt 2 67) 1) 1000000007 1000000011)))
(newline)

;>> 9592
;>> (2 3 5 7 11 13 17 19 23 29 31 37 41 43 47 53 59 61 67 71)
;>> (#t #f #t #f)
