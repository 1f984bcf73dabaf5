; The search for the solution of a sudoku, with a choice of your own: where to branch, and in which order.
; Change `choose-cell` or `propagation-level`, run it again, and compare the number of nodes. With "Record the search"
; the board is drawn while the program runs, and "Search tree" opens the tree.

(require 'search)

(setq puzzle (read-puzzle "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"))

(defproc choose-cell (board)
  "Returns the cell to branch in: one with the fewest candidates; nil if the board is solved."
  (most-constrained board))

(defproc order-values (board cell)
  "Returns the digits to try in a cell, in order."
  (candidates board cell))

(defproc propagation-level () 'naked)

(reset-search-statistics)
(setq solution (solve puzzle))
(format t "~d nodes, ~d contradictions~%"
  (second (assoc 'nodes (search-statistics)))
  (second (assoc 'failures (search-statistics))))

; The value of the last expression is shown below; a text in SVG as a picture.
(puzzle->svg solution nil puzzle)
