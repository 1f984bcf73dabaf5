; Branches on whichever has fewer ways: the digits of a cell, or the places of a digit in a row, column or box. It can help on large boards, where
; many digits are possible in each cell while some digit has only two places left. For `klammer solve --heuristic` and `klammer compare`.

(require 'search)

(defproc try (board cell digit found)
  "Goes on with the digit in the cell: what `found` returns for a solution, or nil."
  (let ((next (assign board (first cell) (second cell) digit :level (propagation-level))))
    (and next (search-below next found))))

(defproc search-below (board found)
  "Calls `found` with the solutions that the board leads to until it returns true; returns that."
  (let ((cell (choose-cell board)))
    (if (null? cell)
      (found board)
      (let ((places (fewest-places board)))
        (if (and places (< (length (second places)) (count-candidates board cell)))
          (dolist (place (second places))
            (awhen (try board place (first places) found) (return it)))
          (dolist (digit (candidates board cell))
            (awhen (try board cell digit found) (return it))))))))
