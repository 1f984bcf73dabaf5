; Generators made of continuations: the fringes of trees are compared leaf by leaf, and a producer feeds a consumer.
(define (tree->generator tree)
  (define return #f)
  (define (continue)
    (let loop ((tree tree))
      (cond ((null? tree) 'skip)
            ((pair? tree) (loop (car tree)) (loop (cdr tree)))
            (else
             (call-with-current-continuation
               (lambda (rest)
                 (set! continue (lambda () (rest 'resume)))
                 (return tree))))))
    (return '*end*))
  (lambda ()
    (call-with-current-continuation
      (lambda (r)
        (set! return r)
        (continue)))))

(define (same-fringe? a b)
  (let ((next-a (tree->generator a)) (next-b (tree->generator b)))
    (let loop ()
      (let ((x (next-a)) (y (next-b)))
        (cond ((not (eqv? x y)) #f)
              ((eq? x '*end*) #t)
              (else (loop)))))))

(define (left-tree n) (if (= n 0) 0 (list (left-tree (- n 1)) n)))
(define (flat n) (let loop ((i n) (l '())) (if (< i 0) l (loop (- i 1) (cons i l)))))

(display (same-fringe? '(1 (2 3) ((4)) 5) '((1 2) 3 (4 (5)))))
(display (same-fringe? '(1 (2 3) 4) '(1 (3 2) 4)))
(display (same-fringe? (left-tree 300) (flat 300)))
(newline)

(define (repeat n thunk)
  (if (> n 0) (begin (thunk) (repeat (- n 1) thunk))))

(repeat 200 (lambda () (same-fringe? (left-tree 60) (flat 60))))
(display 'done)
(newline)

;>> #t#f#t
;>> done
