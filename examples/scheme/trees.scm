; Binary trees that come and go: work for the garbage collector, with some that live long.
(define (make-tree depth)
  (if (= depth 0)
      (cons '() '())
      (cons (make-tree (- depth 1)) (make-tree (- depth 1)))))

(define (count-nodes tree)
  (if (null? tree)
      0
      (+ 1 (count-nodes (car tree)) (count-nodes (cdr tree)))))

(define (insert tree key)
  (cond ((null? tree) (list key '() '()))
        ((< key (car tree)) (list (car tree) (insert (cadr tree) key) (caddr tree)))
        ((> key (car tree)) (list (car tree) (cadr tree) (insert (caddr tree) key)))
        (else tree)))

(define (in-order tree)
  (let walk ((tree tree) (rest '()))
    (if (null? tree)
        rest
        (walk (cadr tree) (cons (car tree) (walk (caddr tree) rest))))))

(define long-lived (make-tree 14))
(define array (make-vector 10000 0.5))

(do ((depth 4 (+ depth 4)))
    ((> depth 12))
  (let loop ((i 0) (nodes 0))
    (if (= i (quotient 100000 (expt 2 depth)))
        (begin (display (list depth nodes)) (newline))
        (loop (+ i 1) (+ nodes (count-nodes (make-tree depth)))))))
(display (count-nodes long-lived))
(newline)
(let loop ((i 0) (x 1) (tree '()))
  (if (= i 2000)
      (let ((keys (in-order tree)))
        (display (list (length keys) (car keys) (apply < keys))))
      (loop (+ i 1) (modulo (+ (* x 5) 7) 4096) (insert tree x))))
(newline)

;>> (4 193750)
;>> (8 199290)
;>> (12 196584)
;>> 32767
;>> (2000 0 #t)
