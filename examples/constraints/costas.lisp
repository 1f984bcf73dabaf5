; Costas arrays: n points, one in each row and column, no two pairs of which have the same distance and direction (J. P. Costas, 1965).
;
;   klammer run examples/constraints/costas.lisp
;
; Model: the row of the point in each column; for each distance of columns, the differences of rows are all different. Heuristic: the default.

(require 'constraints)

(defproc costas (n)
  (let* ((s (make-store)) (xs (variables s n 1 n)))
    (branch-on! s xs)
    (all-different! s xs)
    (dolist (distance (iota (- n 2) 1))
      (all-different! s (map-with (lambda (a b) (expression! s (- b a))) xs (drop distance xs)) 'value))
    s))

(print (map-with (lambda (n) (count-solutions (costas n))) '(3 4 5 6 7)))
;>> (4 12 40 116 200)
