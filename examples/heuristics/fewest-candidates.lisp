; The first of the cells with the fewest candidates: "first fail" (Haralick and Elliott, 1980), the rule of the documented solver. For
; `klammer solve --heuristic` and `klammer compare`.

(require 'search)

(defproc choose-cell (board)
  "The first cell with the fewest candidates, row after row; nil if all are settled."
  (most-constrained board))
