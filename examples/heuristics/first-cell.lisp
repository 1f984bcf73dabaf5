; The first open cell, row after row: what one does without a heuristic. For `klammer solve --heuristic` and `klammer compare`.

(require 'search)

(defproc choose-cell (board)
  "The first cell, row after row, in which several digits are possible; nil if there is none."
  (let* ((size (array-dimensions board)) (rows (first size)) (columns (second size)))
    (let loop ((row 0) (column 0))
      (cond
        ((= row rows) nil)
        ((= column columns) (loop (+ row 1) 0))
        ((> (count-candidates board (list row column)) 1) (list row column))
        (t (loop row (+ column 1)))))))
