; A function that chooses the same cell again and again would never come to an end.
(require 'search)
(defproc choose-cell (board) '(0 0))
(solve (board 4))          ;!! user-error choose-cell must return what is still open, as those of best-cells are, or nil: (0 0) is settled, as 1
((solutions (board 4)))    ;!! user-error (0 0) is settled, as 1
; One digit that is left to try in a cell with several is no such thing.
(defproc choose-cell (board) (most-constrained board))
(defproc order-values (board cell) (list (first (candidates board cell))))
(solve (board 4))          ;!! user-error order-values must return all candidates, but 2 of (0 0) is left out
(defproc incomplete-search? () t)
(board->line (solve (board 4)))  ;=> "1234341221434321"
