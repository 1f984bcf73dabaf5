; Easy sudokus, after an exercise for students of mathematics who learn a computer algebra system: the possible digits of a cell, a picture of the
; sudoku with and without them, and a solver that only fills in cells with a single candidate.
;
;   klammer run examples/single-candidates.lisp
;
; The procedures are in the module easy-sudoku beside this file. Their three outcomes are all here: a sudoku that can be solved like that (35
; cells are filled in), one with a mistake in it, and one that is too hard. Three pictures are written, easy.svg, easy-candidates.svg and
; easy-solution.svg, in the folder where the program runs. Messages are in German where the environment asks for it
; (`LANG=de_DE.UTF-8 klammer run ...`) or the program does, as at the end.

(require 'easy-sudoku)

(use-language! 'en)

(setq x
  (sudoku-matrix
    '((8 4 3 0 0 0 2 5 9)
      (6 7 9 2 0 5 8 3 1)
      (0 0 2 9 0 3 7 0 0)
      (0 0 0 7 0 2 0 0 0)
      (5 0 6 4 0 9 1 0 7)
      (0 0 0 6 0 8 0 0 0)
      (0 0 7 3 0 4 5 0 0)
      (3 6 8 5 0 7 9 1 4)
      (4 9 5 0 0 0 3 7 2))))

; (a) The candidates of a cell. Rows and columns are counted from 0.

(print (cell-candidates x 2 1))
;>> (1 5)

(print (cell-candidates x 0 0))
;>> There is a digit in this cell already.

; All of them at once: what stands in row 2.
(let ((all (all-candidates x)))
  (print (map-with (lambda (column) (aref all 2 column)) (iota 9))))
;>> ((1) (1 5) (2) (9) (1 4 6 8) (3) (7) (4 6) (6))

; (b) The picture, with and without candidates.

(show-sudoku x)
;>> ┌───────┬───────┬───────┐
;>> │ 8 4 3 │ . . . │ 2 5 9 │
;>> │ 6 7 9 │ 2 . 5 │ 8 3 1 │
;>> │ . . 2 │ 9 . 3 │ 7 . . │
;>> ├───────┼───────┼───────┤
;>> │ . . . │ 7 . 2 │ . . . │
;>> │ 5 . 6 │ 4 . 9 │ 1 . 7 │
;>> │ . . . │ 6 . 8 │ . . . │
;>> ├───────┼───────┼───────┤
;>> │ . . 7 │ 3 . 4 │ 5 . . │
;>> │ 3 6 8 │ 5 . 7 │ 9 1 4 │
;>> │ 4 9 5 │ . . . │ 3 7 2 │
;>> └───────┴───────┴───────┘

(show-sudoku x t)
;>> ┏━━━━━━━┯━━━━━━━┯━━━━━━━┳━━━━━━━┯━━━━━━━┯━━━━━━━┳━━━━━━━┯━━━━━━━┯━━━━━━━┓
;>> ┃       │       │       ┃ 1     │ 1     │ 1     ┃       │       │       ┃
;>> ┃   8   │   4   │   3   ┃       │     6 │     6 ┃   2   │   5   │   9   ┃
;>> ┃       │       │       ┃       │ 7     │       ┃       │       │       ┃
;>> ┠───────┼───────┼───────╂───────┼───────┼───────╂───────┼───────┼───────┨
;>> ┃       │       │       ┃       │       │       ┃       │       │       ┃
;>> ┃   6   │   7   │   9   ┃   2   │ 4     │   5   ┃   8   │   3   │   1   ┃
;>> ┃       │       │       ┃       │       │       ┃       │       │       ┃
;>> ┠───────┼───────┼───────╂───────┼───────┼───────╂───────┼───────┼───────┨
;>> ┃ 1     │ 1     │       ┃       │ 1     │       ┃       │       │       ┃
;>> ┃       │   5   │   2   ┃   9   │ 4   6 │   3   ┃   7   │ 4   6 │     6 ┃
;>> ┃       │       │       ┃       │   8   │       ┃       │       │       ┃
;>> ┣━━━━━━━┿━━━━━━━┿━━━━━━━╋━━━━━━━┿━━━━━━━┿━━━━━━━╋━━━━━━━┿━━━━━━━┿━━━━━━━┫
;>> ┃ 1     │ 1   3 │ 1     ┃       │ 1   3 │       ┃       │       │     3 ┃
;>> ┃       │       │ 4     ┃   7   │   5   │   2   ┃ 4   6 │ 4   6 │   5 6 ┃
;>> ┃     9 │   8   │       ┃       │       │       ┃       │   8 9 │   8   ┃
;>> ┠───────┼───────┼───────╂───────┼───────┼───────╂───────┼───────┼───────┨
;>> ┃       │   2 3 │       ┃       │     3 │       ┃       │   2   │       ┃
;>> ┃   5   │       │   6   ┃   4   │       │   9   ┃   1   │       │   7   ┃
;>> ┃       │   8   │       ┃       │       │       ┃       │   8   │       ┃
;>> ┠───────┼───────┼───────╂───────┼───────┼───────╂───────┼───────┼───────┨
;>> ┃ 1 2   │ 1 2 3 │ 1     ┃       │ 1   3 │       ┃       │   2   │     3 ┃
;>> ┃       │       │ 4     ┃   6   │   5   │   8   ┃ 4     │ 4     │   5   ┃
;>> ┃ 7   9 │       │       ┃       │       │       ┃       │     9 │       ┃
;>> ┣━━━━━━━┿━━━━━━━┿━━━━━━━╋━━━━━━━┿━━━━━━━┿━━━━━━━╋━━━━━━━┿━━━━━━━┿━━━━━━━┫
;>> ┃ 1 2   │ 1 2   │       ┃       │ 1 2   │       ┃       │       │       ┃
;>> ┃       │       │   7   ┃   3   │     6 │   4   ┃   5   │     6 │     6 ┃
;>> ┃       │       │       ┃       │   8 9 │       ┃       │   8   │   8   ┃
;>> ┠───────┼───────┼───────╂───────┼───────┼───────╂───────┼───────┼───────┨
;>> ┃       │       │       ┃       │   2   │       ┃       │       │       ┃
;>> ┃   3   │   6   │   8   ┃   5   │       │   7   ┃   9   │   1   │   4   ┃
;>> ┃       │       │       ┃       │       │       ┃       │       │       ┃
;>> ┠───────┼───────┼───────╂───────┼───────┼───────╂───────┼───────┼───────┨
;>> ┃       │       │       ┃ 1     │ 1     │ 1     ┃       │       │       ┃
;>> ┃   4   │   9   │   5   ┃       │     6 │     6 ┃   3   │   7   │   2   ┃
;>> ┃       │       │       ┃   8   │   8   │       ┃       │       │       ┃
;>> ┗━━━━━━━┷━━━━━━━┷━━━━━━━┻━━━━━━━┷━━━━━━━┷━━━━━━━┻━━━━━━━┷━━━━━━━┷━━━━━━━┛

; The same for a page or a printer, as files that browsers show.

(plot-sudoku x "easy.svg")
(plot-sudoku x "easy-candidates.svg" t)

; (c) The solver.

(setq solution (solve-easy-sudoku x))
;>> The sudoku is solved: 35 cells were filled in.
;>> ┌───────┬───────┬───────┐
;>> │ 8 4 3 │ 1 7 6 │ 2 5 9 │
;>> │ 6 7 9 │ 2 4 5 │ 8 3 1 │
;>> │ 1 5 2 │ 9 8 3 │ 7 4 6 │
;>> ├───────┼───────┼───────┤
;>> │ 9 3 4 │ 7 1 2 │ 6 8 5 │
;>> │ 5 8 6 │ 4 3 9 │ 1 2 7 │
;>> │ 7 2 1 │ 6 5 8 │ 4 9 3 │
;>> ├───────┼───────┼───────┤
;>> │ 2 1 7 │ 3 9 4 │ 5 6 8 │
;>> │ 3 6 8 │ 5 2 7 │ 9 1 4 │
;>> │ 4 9 5 │ 8 6 1 │ 3 7 2 │
;>> └───────┴───────┴───────┘

; In the picture of the solution, what was found has another colour than what was given.
(plot-sudoku solution "easy-solution.svg" nil x)

; The same with a mistake: there is no digit left for a cell.
(let ((x2 (duplicate x)))
  (aset x2 6 0 1)
  (solve-easy-sudoku x2))
;>> This sudoku has no solution!

(setq too-hard
  (sudoku-matrix
    '((0 0 0 5 8 9 0 0 6)
      (0 0 5 0 0 3 0 2 0)
      (0 6 0 0 0 1 5 0 0)
      (0 0 8 0 0 0 0 0 3)
      (0 1 0 0 6 0 0 9 0)
      (7 0 0 0 0 0 1 0 0)
      (0 0 7 4 0 0 0 1 0)
      (0 5 0 7 0 0 9 0 0)
      (2 0 0 1 3 6 0 0 0))))

(solve-easy-sudoku too-hard)
;>> The sudoku could not be solved completely: it is too hard!

(use-language! 'de)
(solve-easy-sudoku too-hard)
;>> Das Sudoku konnte nicht vollständig gelöst werden, da es zu schwer zu lösen ist!
