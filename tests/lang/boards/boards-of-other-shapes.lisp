(length (units (board 16)))                                          ;=> 48
(length (units (board 6)))                                           ;=> 18
(first (drop 12 (units (board 6))))                                  ;=> ((0 0) (0 1) (0 2) (1 0) (1 1) (1 2))
(first (drop 12 (units (board-variant :box '(3 2)))))                ;=> ((0 0) (0 1) (1 0) (1 1) (2 0) (2 1))
(length (peers (board-variant :digits 9 :windows t) '(4 4)))         ;=> 20
(length (peers (board-variant :diagonals t) '(4 4)))                 ;=> 32
(board-variant :digits 4 :regions '(1 1 1 1 2 2 2 2 3 3 3 3))        ;!! bad-value
(board-variant :digits 4 :regions '(1 1 1 1 1 2 2 2 3 3 3 3 4 4 4 4))  ;!! bad-value
(board-variant :groups '(((0 0) (9 0))))                             ;!! index-out-of-range
(board-variant :digits 2 :groups '(((0 0) (0 1) (1 0))))             ;!! bad-value
(board-variant :digits 2 :groups '(((0 0) (0 0))))                   ;!! bad-value
(board-variant :colours 3)                                           ;!! argument-count
(board-variant :digits)                                              ;!! argument-count
(board-variant :digits 60 :latin t)                                  ;!! bad-value
(setq queens (board-variant :digits 3 :rows 2 :columns 3 :groups '(((0 0) (1 1)) ((0 1) (1 2)))))
(array-dimensions queens)                                            ;=> (2 3)
(candidates (assign queens 0 0 3) '(1 1))                            ;=> (1 2)
(candidates (assign queens 0 0 3) '(1 2))                            ;=> (1 2 3)
