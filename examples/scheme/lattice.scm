; Counts the monotone maps between two finite lattices, the lattices being given by their elements and their order.
(define (subsets n)
  (if (= n 0)
      '(())
      (let ((rest (subsets (- n 1))))
        (append rest (map (lambda (s) (cons n s)) rest)))))

(define (subset? a b) (or (null? a) (and (memv (car a) b) (subset? (cdr a) b))))

(define (lattice elements below?) (cons elements below?))

(define (monotone-maps from to)
  (let ((from-below? (cdr from)) (to-below? (cdr to)))
    (let loop ((elements (car from)) (assigned '()))
      (if (null? elements)
          1
          (let ((x (car elements)))
            (let try ((images (car to)) (count 0))
              (if (null? images)
                  count
                  (let ((y (car images)))
                    (try (cdr images)
                         (if (let check ((l assigned))
                               (or (null? l)
                                   (and (or (not (from-below? (caar l) x)) (to-below? (cdar l) y))
                                        (or (not (from-below? x (caar l))) (to-below? y (cdar l)))
                                        (check (cdr l)))))
                             (+ count (loop (cdr elements) (cons (cons x y) assigned)))
                             count))))))))))

(define chain3 (lattice '(1 2 3) <=))
(define chain2 (lattice '(0 1) <=))
(define cube2 (lattice (subsets 2) subset?))
(define cube3 (lattice (subsets 3) subset?))

(display (list (monotone-maps chain3 chain3)
               (monotone-maps cube2 chain2)
               (monotone-maps cube3 chain2)
               (monotone-maps cube2 cube2)
               (monotone-maps cube3 chain3)
               (monotone-maps chain3 cube3)))
(newline)

;>> (10 6 20 36 168 64)
