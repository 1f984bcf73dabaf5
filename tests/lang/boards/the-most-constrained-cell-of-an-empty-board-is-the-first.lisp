(most-constrained (board))                     ;=> (0 0)
(length (best-cells (board)))                  ;=> 81
(length (best-cells (board 16)))               ;=> 256
