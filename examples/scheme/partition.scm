; Refines a partition of the nodes of a graph until it is stable, and compares canonical forms.
(define (make-graph n edges)
  (let ((g (make-vector n '())))
    (for-each
      (lambda (e)
        (vector-set! g (car e) (cons (cadr e) (vector-ref g (car e))))
        (vector-set! g (cadr e) (cons (car e) (vector-ref g (cadr e)))))
      edges)
    g))

(define (insert x l) (if (or (null? l) (<= x (car l))) (cons x l) (cons (car l) (insert x (cdr l)))))
(define (sorted l) (let loop ((l l) (r '())) (if (null? l) r (loop (cdr l) (insert (car l) r)))))

(define (list<? a b)
  (cond ((null? a) (pair? b))
        ((null? b) #f)
        ((< (car a) (car b)) #t)
        ((> (car a) (car b)) #f)
        (else (list<? (cdr a) (cdr b)))))

(define (signature graph colours i)
  (cons (vector-ref colours i)
        (sorted (map (lambda (j) (vector-ref colours j)) (vector-ref graph i)))))

(define (rank key keys)
  (let loop ((l keys) (n 0)) (if (null? l) n (loop (cdr l) (if (list<? (car l) key) (+ n 1) n)))))

(define (refine graph)
  (let ((n (vector-length graph)))
    (let loop ((colours (make-vector n 0)))
      (let* ((keys (let keys ((i 0)) (if (= i n) '() (cons (signature graph colours i) (keys (+ i 1))))))
             (next (list->vector (map (lambda (k) (rank k keys)) keys))))
        (if (equal? next colours) colours (loop next))))))

(define (profile graph) (sorted (vector->list (refine graph))))

(define petersen
  (make-graph 10 '((0 1) (1 2) (2 3) (3 4) (4 0) (0 5) (1 6) (2 7) (3 8) (4 9) (5 7) (7 9) (9 6) (6 8) (8 5))))
(define path (make-graph 6 '((0 1) (1 2) (2 3) (3 4) (4 5))))
(define same-path (make-graph 6 '((5 0) (0 3) (3 1) (1 4) (4 2))))
(define star (make-graph 6 '((0 1) (0 2) (0 3) (0 4) (0 5))))

(display (profile petersen)) (newline)
(display (profile path)) (newline)
(display (equal? (profile path) (profile same-path))) (newline)
(display (equal? (profile path) (profile star))) (newline)
(display (profile star)) (newline)
(do ((i 0 (+ i 1))) ((= i 30)) (refine petersen) (refine path))

;>> (0 0 0 0 0 0 0 0 0 0)
;>> (0 0 2 2 4 4)
;>> #t
;>> #f
;>> (0 0 0 0 0 5)
