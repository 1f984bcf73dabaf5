;;;; a cell as two arguments
(setq b (read-puzzle "1..............."))
(print (candidates b 0 1))
;| error[argument-count]: candidates: expected 2 arguments (state place), got 3
;|  --> main.lisp:2:8
;|   |
;| 2 | (print (candidates b 0 1))
;|   |        ^^^^^^^^^^^^^^^^^^

;;;; a heuristic with too few parameters
(require 'search)
(defproc order-values (board) '(1 2 3 4))
(print (solve (read-puzzle "1...............")))
;| error[argument-count]: order-values: expected 1 argument (board), got 2
;|  --> main.lisp:2:1
;|   |
;| 2 | (defproc order-values (board) '(1 2 3 4))
;|   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
;|   |
;|   = help: a search calls it: (order-values board cell)
;|   = in `order-values`, called from main.lisp:3:8
;|   = in the library, at search:86:21

;;;; a misspelt hook
(require (quote search))
(defproc choose-cel (board) (first (open-cells board)))
(print (solve (board 4)))
;| warning[misspelt-hook]: nothing calls choose-cel: the library goes on calling its own choose-cell
;|  --> main.lisp:2:10
;|   |
;| 2 | (defproc choose-cel (board) (first (open-cells board)))
;|   |          ^^^^^^^^^^
;|   |
;|   = help: did you mean `choose-cell`?
;| warning[unbound-variable]: open-cells is not defined anywhere
;|  --> main.lisp:2:36
;|   |
;| 2 | (defproc choose-cel (board) (first (open-cells board)))
;|   |                                    ^^^^^^^^^^^^^^^^^^

;;;; a puzzle that is too short
(print (read-puzzle "12.4"))
;| error[bad-value]: read-puzzle: line 1, column 1: expected 4 rows, or 16 cells in one line, found 1 row of 4 cells
;|  --> main.lisp:1:8
;|   |
;| 1 | (print (read-puzzle "12.4"))
;|   |        ^^^^^^^^^^^^^^^^^^^^

;;;; post without a store
(require 'constraints)
(let* ((s (make-store)) (x (variable s 1 9)))
  (post! (> x 3))
  (print (count-solutions s)))
;| error[wrong-type]: post!: store must be a store, got (> x 3)
;|  --> main.lisp:3:3
;|   |
;| 3 |   (post! (> x 3))
;|   |   ^^^^^^^^^^^^^^^
;|   |
;|   = help: usage: (post! store conditions...)
;|   = in the expansion of `post!` at main.lisp:3:3

;;;; solve of a text
(require 'search)
(print (solve "1..............."))
;| error[wrong-type]: solve: board must be a search state or nil, got "1..............."
;|  --> main.lisp:2:8
;|   |
;| 2 | (print (solve "1..............."))
;|   |        ^^^^^^^^^^^^^^^^^^^^^^^^^^

;;;; a solution is looked for in the store
(require 'constraints)
(let* ((s (make-store)) (x (variable s 1 9)))
  (post! s (= (* x x) 49))
  (solve s)
  (print (+ 0 (value s x))))
;| error[wrong-type]: +: argument 2 must be a number, got nil
;|  --> main.lisp:5:10
;|   |
;| 5 |   (print (+ 0 (value s x))))
;|   |          ^^^^^^^^^^^^^^^^^
;|   |
;|   = help: (value s x) is nil here

;;;; values are used after a contradiction
(setq b (assign (read-puzzle "1...............") 0 1 1))
(print (candidates b '(0 2)))
;| error[wrong-type]: candidates: state must be a search state, got nil
;|  --> main.lisp:2:8
;|   |
;| 2 | (print (candidates b '(0 2)))
;|   |        ^^^^^^^^^^^^^^^^^^^^^
;|   |
;|   = help: usage: (candidates state place)

;;;; variables compared without post
(require 'constraints)
(let* ((s (make-store)) (x (variable s 1 9)) (y (variable s 1 9)))
  (< x y)
  (print (count-solutions s)))
;| warning[unused-value]: the value of `(< x y)` is not used
;|  --> main.lisp:3:3
;|   |
;| 3 |   (< x y)
;|   |   ^^^^^^^
;|   |
;|   = help: `<` computes a value and changes nothing
;| error[wrong-type]: <: argument 1 must be a number, got #<variable 0>
;|  --> main.lisp:3:3
;|   |
;| 3 |   (< x y)
;|   |   ^^^^^^^
;|   |
;|   = help: #<variable 0> is a variable of a store: conditions on it stand in (post! store ...), computations with it in (expression! store ...), and its value in a solution is (value solution variable)

;;;; choose-cell returns several cells
(require 'search)
(defproc choose-cell (board) (best-cells board))
(print (board->line (solve (read-puzzle "1..............."))))
;| error[wrong-type]: solve: place must be a list of row and column, got ((0 1) (0 2) (0 3) (1 0) (1 1) (2 0) (3 0))
;|  --> main.lisp:3:21
;|   |
;| 3 | (print (board->line (solve (read-puzzle "1..............."))))
;|   |                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
;|   |
;|   = help: the search has called (choose-cell board): its value is one cell, or nil
;|   = in the library, at search:36:3

;;;; a variable hides a function of boards
(setq board (board 4))
(setq empty (board 4))
;| error[not-a-function]: board is #2A(((1 2 3 4) (1 2 3 4) (1 2 3 4) (1 2 3 4)) ((1 2 3 4) ..., an array, and cannot be called
;|  --> main.lisp:2:13
;|   |
;| 2 | (setq empty (board 4))
;|   |             ^^^^^^^^^
;|   |
;|   = help: `board` is a variable here, which hides the function of that name

;;;; a cell counted from 1
(print (assign (board 4) 4 4 1))
;| error[index-out-of-range]: assign: coordinates (4 4) outside of 4 rows and 4 columns, which count from 0
;|  --> main.lisp:1:8
;|   |
;| 1 | (print (assign (board 4) 4 4 1))
;|   |        ^^^^^^^^^^^^^^^^^^^^^^^^
