; A function that chooses the same cell again and again would never come to an end.
(require 'search)
(defproc choose-cell (board) '(0 0))
(solve (board 4))          ;!! user-error choose-cell must return what has several candidates, as those of best-cells, or nil: (0 0) has 1 only
((solutions (board 4)))    ;!! user-error (0 0) has 1 only
; One digit that is left to try in a cell with several is no such thing.
(defproc choose-cell (board) (most-constrained board))
(defproc order-values (board cell) (list (first (candidates board cell))))
(board->line (solve (board 4)))  ;=> "1234341221434321"
