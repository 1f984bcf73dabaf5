; A maze by random walls (with a generator of its own), and the shortest way through it by breadth-first search.
(define seed 42)
(define (random-below n)
  (set! seed (modulo (+ (* seed 1103515245) 12345) 2147483648))
  (quotient (* n (quotient seed 1024)) 2097152))

(define rows 25)
(define columns 60)
(define visited (make-vector (* rows columns) #f))
(define links (make-vector (* rows columns) '()))

(define (cell r c) (+ (* r columns) c))

(define (neighbours i)
  (let ((r (quotient i columns)) (c (remainder i columns)))
    (let ((add (lambda (r c l) (if (and (>= r 0) (< r rows) (>= c 0) (< c columns)) (cons (cell r c) l) l))))
      (add (- r 1) c (add (+ r 1) c (add r (- c 1) (add r (+ c 1) '())))))))

(define (link! a b)
  (vector-set! links a (cons b (vector-ref links a)))
  (vector-set! links b (cons a (vector-ref links b))))

(define (carve! i)
  (vector-set! visited i #t)
  (let loop ((candidates (neighbours i)))
    (if (pair? candidates)
        (let* ((k (random-below (length candidates)))
               (next (list-ref candidates k))
               (rest (let remove ((l candidates)) (if (eqv? (car l) next) (cdr l) (cons (car l) (remove (cdr l)))))))
          (if (not (vector-ref visited next))
              (begin (link! i next) (carve! next)))
          (loop rest)))))

(define (distance from to)
  (let ((distances (make-vector (* rows columns) #f)))
    (vector-set! distances from 0)
    (let loop ((front (list from)))
      (cond ((vector-ref distances to))
            ((null? front) #f)
            (else
             (let ((next '()))
               (for-each
                 (lambda (i)
                   (for-each
                     (lambda (j)
                       (if (not (vector-ref distances j))
                           (begin
                             (vector-set! distances j (+ 1 (vector-ref distances i)))
                             (set! next (cons j next)))))
                     (vector-ref links i)))
                 front)
               (loop next)))))))

(carve! 0)
(display (apply + (map length (vector->list links))))
(newline)
(display (< 82 (distance 0 (- (* rows columns) 1)) 1500))
(newline)

;>> 2998
;>> #t
