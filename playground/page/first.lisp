; The search for the solution of a sudoku, with your own choice
; of the next cell. Change `choose-cell` or `propagation-level`,
; run it again, and compare the nodes.

(require 'search)

(setq puzzle
  (read-puzzle
    "4.....8.5
     .3.......
     ...7.....
     .2.....6.
     ....8.4..
     ....1....
     ...6.3.7.
     5..2.....
     1.4......"))

(defproc choose-cell (board)
  "Returns the cell to branch in, or nil if none is open."
  (most-constrained board))

(defproc propagation-level () 'naked)

(setq solution (solve puzzle))
(format t "~d nodes, ~d contradictions~%"
  (second (assoc 'nodes (search-statistics)))
  (second (assoc 'failures (search-statistics))))

; A value that is a text in SVG is shown as a picture.
(puzzle->svg solution nil puzzle)
