; Searching for patterns in a text: by hand, and by the method of Knuth, Morris and Pratt.
(define (make-text n)
  (let ((text (make-string n #\a)))
    (do ((i 0 (+ i 1))) ((= i n) text)
      (if (= 0 (modulo (* i i) 7)) (string-set! text i #\b))
      (if (= 0 (modulo i 11)) (string-set! text i #\c)))))

(define (naive-count pattern text)
  (let ((m (string-length pattern)) (n (string-length text)))
    (define (match? at)
      (let loop ((i 0))
        (or (= i m)
            (and (char=? (string-ref pattern i) (string-ref text (+ at i)))
                 (loop (+ i 1))))))
    (let loop ((at 0) (count 0))
      (if (> (+ at m) n)
          count
          (loop (+ at 1) (if (match? at) (+ count 1) count))))))

(define (failure-table pattern)
  (let* ((m (string-length pattern)) (table (make-vector (+ m 1) 0)))
    (vector-set! table 0 -1)
    (let loop ((i 1) (k -1))
      (if (<= i m)
          (let back ((k k))
            (if (and (>= k 0) (not (char=? (string-ref pattern k) (string-ref pattern (- i 1)))))
                (back (vector-ref table k))
                (begin
                  (vector-set! table i (+ k 1))
                  (loop (+ i 1) (+ k 1)))))
          table))))

(define (fast-count pattern text)
  (let ((table (failure-table pattern)) (m (string-length pattern)) (n (string-length text)))
    (let loop ((i 0) (k 0) (count 0))
      (cond ((= k m) (loop i (vector-ref table k) (+ count 1)))
            ((= i n) count)
            ((or (= k -1) (char=? (string-ref pattern k) (string-ref text i)))
             (loop (+ i 1) (+ k 1) count))
            (else (loop i (vector-ref table k) count))))))

(define text (make-text 20000))
(for-each
  (lambda (pattern)
    (display (list (naive-count pattern text) (fast-count pattern text))))
  '("a" "aab" "caaa" "abaaab" "bb"))
(newline)

;>> (15583 15583)(2078 2078)(1039 1039)(0 0)(0 0)
