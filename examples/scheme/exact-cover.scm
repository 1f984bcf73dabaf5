; A packing puzzle: in how many ways do dominoes and so many L-shaped pieces of three fill a board of 5 by 6?
(define width 6)
(define height 5)
(define board (make-vector (* width height) 0))

(define shapes
  '(((0 0) (0 1)) ((0 0) (1 0))
    ((0 0) (0 1) (1 0)) ((0 0) (0 1) (1 1)) ((0 0) (1 0) (1 1)) ((0 0) (1 0) (1 -1))))

(define (index r c) (+ (* r width) c))

(define (free? r c)
  (and (>= r 0) (< r height) (>= c 0) (< c width) (= 0 (vector-ref board (index r c)))))

(define (fits? shape r c)
  (let loop ((s shape))
    (or (null? s)
        (and (free? (+ r (caar s)) (+ c (cadar s)))
             (loop (cdr s))))))

(define (fill! shape r c mark)
  (for-each (lambda (p) (vector-set! board (index (+ r (car p)) (+ c (cadr p))) mark)) shape))

(define (first-free)
  (let loop ((i 0))
    (cond ((= i (* width height)) #f)
          ((= 0 (vector-ref board i)) i)
          (else (loop (+ i 1))))))

(define (count-fillings left)
  (let ((i (first-free)))
    (cond ((not i) (if (= left 0) 1 0))
          ((< left 0) 0)
          (else
           (let ((r (quotient i width)) (c (remainder i width)))
             (let loop ((s shapes) (n 0))
               (if (null? s)
                   n
                   (let* ((shape (car s)) (cost (if (= (length shape) 3) 1 0)))
                     (if (and (fits? shape r c) (<= cost left))
                         (begin
                           (fill! shape r c 1)
                           (let ((found (count-fillings (- left cost))))
                             (fill! shape r c 0)
                             (loop (cdr s) (+ n found))))
                         (loop (cdr s) n))))))))))

(display (count-fillings 0))
(display " ")
(display (count-fillings 2))
(newline)

;>> 1183 31444
