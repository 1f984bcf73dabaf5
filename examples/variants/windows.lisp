; Windoku: a sudoku with four more boxes, the windows, one cell away from the edge and from each other.
;
;   klammer run examples/variants/windows.lisp
;
; Result: sixteen given digits are enough for this one, fewer than an ordinary sudoku with one solution can have (that needs 17:
; McGuire, Tugemann, Civario, 2014). The windows say more than
; themselves: what rows 1, 5 and 9 have in columns 2 to 4, for instance, must be the nine digits as well, since the two windows in these columns
; use up the others.

(require 'search)

(setq line ".......68.....54........72.2........1.3.....4..8......75...2.....4..3............")
(setq puzzle (read-puzzle line (board-variant :windows t)))

; The windows are the last four groups.
(print (last (units puzzle)))
;>> ((5 5) (5 6) (5 7) (6 5) (6 6) (6 7) (7 5) (7 6) (7 7))

(reset-search-statistics)
(format t "~d solution~:p~%" (count-solutions puzzle))
;>> 1 solution

(print (search-statistics))
;>> ((nodes 58) (failures 29) (propagations 59) (depth 8))

(display (draw-puzzle (solve puzzle)))
;>> ┌───────┬───────┬───────┐
;>> │ 5 4 7 │ 2 9 1 │ 3 6 8 │
;>> │ 8 3 2 │ 6 7 5 │ 4 1 9 │
;>> │ 6 1 9 │ 4 3 8 │ 7 2 5 │
;>> ├───────┼───────┼───────┤
;>> │ 2 7 5 │ 8 4 9 │ 6 3 1 │
;>> │ 1 6 3 │ 5 2 7 │ 8 9 4 │
;>> │ 4 9 8 │ 3 1 6 │ 5 7 2 │
;>> ├───────┼───────┼───────┤
;>> │ 7 5 6 │ 1 8 2 │ 9 4 3 │
;>> │ 9 2 4 │ 7 5 3 │ 1 8 6 │
;>> │ 3 8 1 │ 9 6 4 │ 2 5 7 │
;>> └───────┴───────┴───────┘
