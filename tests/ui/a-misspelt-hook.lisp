(require (quote search))
(defproc choose-cel (board) (first (open-cells board)))
(print (solve (board 4)))
