; Matrices: products of integers, powers, determinants by exact elimination.
(define (make-matrix rows columns f)
  (let ((m (make-vector rows)))
    (do ((r 0 (+ r 1))) ((= r rows) m)
      (let ((row (make-vector columns 0)))
        (vector-set! m r row)
        (do ((c 0 (+ c 1))) ((= c columns))
          (vector-set! row c (f r c)))))))

(define (ref m r c) (vector-ref (vector-ref m r) c))

(define (multiply a b)
  (let ((inner (vector-length b)))
    (make-matrix (vector-length a) (vector-length (vector-ref b 0))
      (lambda (r c)
        (let loop ((k 0) (sum 0))
          (if (= k inner)
              sum
              (loop (+ k 1) (+ sum (* (ref a r k) (ref b k c))))))))))

(define (power m n)
  (cond ((= n 1) m)
        ((even? n) (let ((half (power m (quotient n 2)))) (multiply half half)))
        (else (multiply m (power m (- n 1))))))

(define (determinant m)
  (let ((n (vector-length m)) (a (make-matrix (vector-length m) (vector-length m) (lambda (r c) (ref m r c)))))
    (let loop ((k 0) (det 1))
      (if (= k n)
          det
          (let ((pivot (let find ((r k)) (cond ((= r n) #f) ((not (= 0 (ref a r k))) r) (else (find (+ r 1)))))))
            (if (not pivot)
                0
                (let ((row (vector-ref a pivot)))
                  (vector-set! a pivot (vector-ref a k))
                  (vector-set! a k row)
                  (do ((r (+ k 1) (+ r 1))) ((= r n))
                    (let ((factor (/ (ref a r k) (vector-ref row k))))
                      (do ((c k (+ c 1))) ((= c n))
                        (vector-set! (vector-ref a r) c (- (ref a r c) (* factor (vector-ref row c)))))))
                  (loop (+ k 1) (* det (vector-ref row k) (if (= pivot k) 1 -1))))))))))

(display (power (make-matrix 2 2 (lambda (r c) (if (= 2 (+ r c)) 0 1))) 90))
(newline)
(display (determinant (make-matrix 6 6 (lambda (r c) (/ 1 (+ r c 1))))))
(newline)
(define big (make-matrix 60 60 (lambda (r c) (modulo (+ (* 7 r) (* 13 c)) 11))))
(define product (multiply big big))
(display (list (ref product 0 0) (ref product 30 30) (ref product 59 59)))
(newline)

;>> #(#(4660046610375530309 2880067194370816120) #(2880067194370816120 1779979416004714189))
;>> 1/186313420339200000
;>> (1509 1396 1196)
