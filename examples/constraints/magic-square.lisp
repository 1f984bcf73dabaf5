; Magic squares: the numbers from 1 on in a square, all rows, columns and diagonals have one sum (CSPLib 19).
;
;   klammer run examples/constraints/magic-square.lisp
;
; Model: a variable for each cell, all different, 2 n + 2 sums. Symmetry: the first corner is the least, and the two beside it are in order. Heuristic:
; fewest values, then the one with most constraints. Result: of 3 by 3 there is one, of 4 by 4 there are 880, as Frénicle found in 1693.

(require 'constraints)

(defproc magic-square (n)
  (let* ((s (make-store)) (cells (variables s (* n n) 1 (* n n))) (sum (quotient (* n (+ 1 (* n n))) 2)))
    (let ((line! (lambda (start step)
                   (let ((line (map-with (lambda (i) (nth (+ start (* i step)) cells)) (iota n))))
                     (post! s (= (apply + line) sum)))))
          (corner (lambda (i) (nth i cells))))
      (all-different! s cells)
      (dotimes (i n) (line! (* i n) 1) (line! i n))
      (line! 0 (+ n 1))
      (line! (- n 1) (- n 1))
      (let ((a (corner 0)) (b (corner (- n 1))) (c (corner (* n (- n 1)))) (d (corner (- (* n n) 1))))
        (post! s (< a b) (< a d) (< b c))))
    (list s cells)))

(print (count-solutions (first (magic-square 3))))
(let* ((square (magic-square 4)) (solution (solve (first square))))
  (print (values-of solution (second square))))
;>> 1
;>> (1 13 16 4 12 8 5 9 6 10 11 7 15 3 2 14)
