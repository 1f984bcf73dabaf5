; X-Sudoku: a sudoku in which both long diagonals hold each digit once, too.
;
;   klammer run examples/variants/x-sudoku.lisp
;
; A variant needs no solver of its own. The board knows its groups, `board-variant` adds the two diagonals to them, and propagation and search
; are those of the module search. Result: the puzzle has 19 given digits. As an ordinary sudoku it would have more than a thousand
; solutions; with the diagonals it has one, which the search finds and proves to be the only one in 42 nodes.

(require 'search)

(setq line "9.....4...2..........2...7........962...57.....58......8..1.....7.3.6......98....")

(setq puzzle (read-puzzle line (board-variant :diagonals t)))
(display (draw-puzzle (read-puzzle line)))
;>> ┌───────┬───────┬───────┐
;>> │ 9 . . │ . . . │ 4 . . │
;>> │ . 2 . │ . . . │ . . . │
;>> │ . . . │ 2 . . │ . 7 . │
;>> ├───────┼───────┼───────┤
;>> │ . . . │ . . . │ . 9 6 │
;>> │ 2 . . │ . 5 7 │ . . . │
;>> │ . . 5 │ 8 . . │ . . . │
;>> ├───────┼───────┼───────┤
;>> │ . 8 . │ . 1 . │ . . . │
;>> │ . 7 . │ 3 . 6 │ . . . │
;>> │ . . . │ 9 8 . │ . . . │
;>> └───────┴───────┴───────┘

(format t "as an ordinary sudoku: ~d solutions or more~%" (count-solutions (read-puzzle line) 1000))
;>> as an ordinary sudoku: 1000 solutions or more

(reset-search-statistics)
(format t "with the diagonals: ~d~%" (count-solutions puzzle))
;>> with the diagonals: 1

(format t "found in ~d nodes~%" (second (assoc 'nodes (search-statistics))))
;>> found in 42 nodes

(setq solution (solve puzzle))
(display (draw-puzzle solution))
;>> ┌───────┬───────┬───────┐
;>> │ 9 1 7 │ 5 6 8 │ 4 2 3 │
;>> │ 8 2 3 │ 4 7 9 │ 1 6 5 │
;>> │ 6 5 4 │ 2 3 1 │ 9 7 8 │
;>> ├───────┼───────┼───────┤
;>> │ 7 3 8 │ 1 2 4 │ 5 9 6 │
;>> │ 2 9 1 │ 6 5 7 │ 8 3 4 │
;>> │ 4 6 5 │ 8 9 3 │ 7 1 2 │
;>> ├───────┼───────┼───────┤
;>> │ 3 8 2 │ 7 1 5 │ 6 4 9 │
;>> │ 5 7 9 │ 3 4 6 │ 2 8 1 │
;>> │ 1 4 6 │ 9 8 2 │ 3 5 7 │
;>> └───────┴───────┴───────┘

(print (map-with (lambda (i) (first (aref solution i i))) (iota 9))
  (map-with (lambda (i) (first (aref solution i (- 8 i)))) (iota 9)))
;>> (9 2 4 1 5 3 6 8 7) (3 6 9 4 5 8 2 7 1)
