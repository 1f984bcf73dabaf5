(floor 7/2)          ;=> 3
(floor -7/2)         ;=> -4
(floor 7 2)          ;=> 3
(floor -7 2)         ;=> -4
(floor (/ 8 3))      ;=> 2
(floor 2.7)          ;=> 2
(floor -2.5)         ;=> -3
(floor 7.5 2)        ;=> 3
(floor 5 0)          ;!! division-by-zero
(floor 100000000000000000000000 7)  ;=> 14285714285714285714285
