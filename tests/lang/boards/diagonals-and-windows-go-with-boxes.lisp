(length (units (board-variant :diagonals t :windows t)))  ;=> 33
(board-variant :latin t :diagonals t)                     ;!! bad-value
(board-variant :digits 4 :regions '(1 1 1 2 1 3 2 2 3 3 4 2 3 4 4 4) :windows t)  ;!! bad-value
