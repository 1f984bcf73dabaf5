; Cells that have caused trouble come first: the fewest candidates in proportion to a weight that grows with each contradiction in the cell or in a
; group that it lies in (dom/wdeg: Boussemart, Hemery, Lecoutre, Sais, 2004). For `klammer solve --heuristic` and `klammer compare`.

(require 'search)

(defproc choose-cell (board)
  "The cell with the fewest candidates for its weight; nil if all are settled."
  (min-dom/wdeg-cell board))
