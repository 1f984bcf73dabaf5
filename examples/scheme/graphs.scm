; Searching graphs: longest chains in a graph without cycles, order by dependence, shortest paths.
(define dependencies
  '((shirt tie belt) (tie jacket) (trousers shoes belt) (belt jacket) (socks shoes) (jacket) (shoes) (watch)))

(define (topological-order graph)
  (let ((seen '()) (order '()))
    (define (visit node)
      (if (not (memq node seen))
          (begin
            (set! seen (cons node seen))
            (for-each visit (cdr (assq node graph)))
            (set! order (cons node order)))))
    (for-each (lambda (entry) (visit (car entry))) graph)
    order))

(write (topological-order dependencies))
(newline)

(define (divisor-graph n)
  (let ((g (make-vector (+ n 1) '())))
    (do ((i n (- i 1))) ((= i 0) g)
      (do ((j (* 2 i) (+ j i))) ((> j n))
        (vector-set! g i (cons j (vector-ref g i)))))))

(define (longest-path graph)
  (let* ((n (vector-length graph)) (known (make-vector n #f)))
    (define (from i)
      (or (vector-ref known i)
          (let ((l (let loop ((next (vector-ref graph i)) (best 0))
                     (if (null? next) best (loop (cdr next) (max best (+ 1 (from (car next)))))))))
            (vector-set! known i l)
            l)))
    (from 1)))

(write (map (lambda (n) (longest-path (divisor-graph n))) '(10 100 1000 5000)))
(newline)

(define (knight-moves size from to)
  (define (moves p)
    (let ((r (quotient p size)) (c (remainder p size)))
      (let loop ((d '((1 2) (2 1) (-1 2) (-2 1) (1 -2) (2 -1) (-1 -2) (-2 -1))) (l '()))
        (if (null? d)
            l
            (let ((nr (+ r (caar d))) (nc (+ c (cadar d))))
              (loop (cdr d)
                    (if (and (< -1 nr size) (< -1 nc size)) (cons (+ (* nr size) nc) l) l)))))))
  (let ((distance (make-vector (* size size) #f)))
    (vector-set! distance from 0)
    (let search ((queue (list from)) (back '()))
      (cond ((vector-ref distance to))
            ((and (null? queue) (null? back)) 'unreachable)
            ((null? queue) (search (reverse back) '()))
            (else
             (let loop ((next (moves (car queue))) (back back))
               (cond ((null? next) (search (cdr queue) back))
                     ((vector-ref distance (car next)) (loop (cdr next) back))
                     (else
                      (vector-set! distance (car next) (+ 1 (vector-ref distance (car queue))))
                      (loop (cdr next) (cons (car next) back))))))))))

(write (list (knight-moves 8 0 63) (knight-moves 8 0 1) (knight-moves 3 0 4) (knight-moves 50 0 2499)))
(newline)

;>> (watch socks trousers shoes shirt belt tie jacket)
;>> (3 6 9 12)
;>> (6 3 unreachable 34)
