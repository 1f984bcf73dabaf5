; A cell with the fewest candidates, any of them, and the digits in any order; a run that takes too long is given up, and the next one has other luck
; (Gomes, Selman, Kautz, 1998). Where more than one solution is asked for, there is nothing to be lucky about, and no run is given up. The numbers
; follow `klammer run --seed`. For `klammer solve --heuristic` and `klammer compare`.

(require 'search)

(defproc choose-cell (board)
  "Any cell with the fewest candidates; nil if all are settled."
  (most-constrained board :tie 'random))

(defproc order-values (board cell)
  "The candidates of a cell in any order."
  (shuffle (candidates board cell)))

(defproc first-solution (board)
  "The first solution of a search with its limits from outside."
  (search board identity))

(defproc find-solutions (board limit)
  "At most `limit` solved boards; a single one by runs of limited length."
  (if (= limit 1)
    (let loop ((run 1))
      (let ((solution (with-budget (:nodes (* 50 (luby run)) :else 'unfinished) (first-solution board))))
        (cond
          ((= solution 'unfinished) (loop (+ run 1)))
          (solution (list solution))
          (t nil))))
    (let ((solutions nil))
      (search board
        (lambda (solution)
          (push! solution solutions)
          (>= (length solutions) limit)))
      (reverse solutions))))
