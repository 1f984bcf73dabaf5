; Solves a sudoku with the documented solver and draws the solution.
;
;   klammer run examples/sudoku.lisp [PUZZLE]
;
; A puzzle is a line of 81 characters, row after row: the digits that are given, and anything else (0 . * _) for an empty cell. Without one,
; the example from the encyclopedia is solved.
;
; To try a heuristic of your own, define one of the solver's procedures again after the `require`, `find-choices` or `sort-choices`
; for instance: the solver calls the new one.

(require 'sudoku-reference)

; The command line sets this; a program that embeds the engine may not.
(defvar *arguments* nil)

(setq puzzle
  (or (first *arguments*)
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079"))

(setq constraints (line->constraints puzzle))

(aif (solve constraints)
  (show-board it)
  (display "There is no solution.\n"))
;>> ┌───────┬───────┬───────┐
;>> │ 5 3 4 │ 6 7 8 │ 9 1 2 │
;>> │ 6 7 2 │ 1 9 5 │ 3 4 8 │
;>> │ 1 9 8 │ 3 4 2 │ 5 6 7 │
;>> ├───────┼───────┼───────┤
;>> │ 8 5 9 │ 7 6 1 │ 4 2 3 │
;>> │ 4 2 6 │ 8 5 3 │ 7 9 1 │
;>> │ 7 1 3 │ 9 2 4 │ 8 5 6 │
;>> ├───────┼───────┼───────┤
;>> │ 9 6 1 │ 5 3 7 │ 2 8 4 │
;>> │ 2 8 7 │ 4 1 9 │ 6 3 5 │
;>> │ 3 4 5 │ 2 8 6 │ 1 7 9 │
;>> └───────┴───────┴───────┘
