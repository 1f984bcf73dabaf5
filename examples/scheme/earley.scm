; Recognises sentences of an ambiguous grammar by a chart, and counts in how many ways each can be read.
(define grammar
  '((s (np vp))
    (np (det n) (np pp) (name))
    (vp (v np) (vp pp))
    (pp (p np))))
(define lexicon
  '((the det) (a det) (man n) (park n) (telescope n) (dog n) (saw v) (walked v) (in p) (with p) (mary name)
    (john name)))

(define (make-chart n) (let ((c (make-vector (* (+ n 1) (+ n 1)) '()))) c))

(define (count-readings words)
  (let* ((n (length words)) (words (list->vector words)) (chart (make-chart n)))
    (define (at i j) (+ (* i (+ n 1)) j))
    (define (count symbol i j)
      (let ((known (assq symbol (vector-ref chart (at i j)))))
        (if known
            (cdr known)
            (let ((result (compute symbol i j)))
              (vector-set! chart (at i j) (cons (cons symbol result) (vector-ref chart (at i j))))
              result))))
    (define (compute symbol i j)
      (let ((rules (assq symbol grammar)))
        (if rules
            (apply + (map (lambda (body) (count-body body i j)) (cdr rules)))
            (if (and (= j (+ i 1)) (eq? symbol (cadr (assq (vector-ref words i) lexicon)))) 1 0))))
    (define (count-body body i j)
      (if (null? (cdr body))
          (count (car body) i j)
          (let loop ((k (+ i 1)) (sum 0))
            (if (>= k j)
                sum
                (let ((left (count (car body) i k)))
                  (loop (+ k 1) (if (= left 0) sum (+ sum (* left (count (cadr body) k j))))))))))
    (count 's 0 n)))

(for-each
  (lambda (sentence)
    (write sentence) (display " ") (write (count-readings sentence)) (newline))
  '((john saw mary)
    (the man saw a dog)
    (the man saw a dog in the park)
    (the man saw a dog in the park with a telescope)
    (saw the man)))
(define (long n) (append '(john saw mary) (let loop ((i 0)) (if (= i n) '() (append '(in the park) (loop (+ i 1)))))))
(write (map (lambda (n) (count-readings (long n))) '(1 2 3 4 5 6 7)))
(newline)

;>> (john saw mary) 1
;>> (the man saw a dog) 1
;>> (the man saw a dog in the park) 2
;>> (the man saw a dog in the park with a telescope) 5
;>> (saw the man) 0
;>> (2 5 14 42 132 429 1430)
