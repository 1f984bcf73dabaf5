(require 'search)
(defproc order-values (board) '(1 2 3 4))
(print (solve (read-puzzle "1...............")))
