; A knight's tour: over all squares of a board of 6 by 6 and back to the first.
;
;   klammer run examples/constraints/knights-tour.lisp
;
; Model: a variable for each square tells the next one; its values are the knight's moves, and all together are a circuit. Heuristic: fewest values
; first, which is Warnsdorff's rule of 1823.

(require 'constraints)

(defproc moves (square)
  (let ((row (quotient square 6)) (column (remainder square 6)))
    (filter
      (lambda (other)
        (= (* (abs (- row (quotient other 6))) (abs (- column (remainder other 6)))) 2))
      (iota 36))))

(let* ((s (make-store)) (next (variables s 36 0 35)))
  (for-each (lambda (x square) (table! s (list x) (map-with list (moves square)))) next (iota 36))
  (circuit! s next)
  (let ((ways (values-of (solve s) next)) (square 0))
    (print (map-with (lambda (i) (let ((here square)) (setq square (nth square ways)) here)) (iota 37)))))
;>> (0 8 4 15 11 3 7 18 31 27 35 22 33 25 21 29 16 5 9 17 28 32 19 30 26 34 23 10 2 6 14 1 12 20 24 13 0)
