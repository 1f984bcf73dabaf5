; The documented solver, all of it in Lisp.
(require 'sudoku-reference)

(solve (line->constraints "530070000600195000098000060800060003400803001700020006060000280000419005000080079"))
