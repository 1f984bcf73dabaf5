(quotient 7 2)       ;=> 3
(quotient -7 2)      ;=> -3
(remainder -7 2)     ;=> -1
(modulo -7 2)        ;=> 1
(modulo 7 -2)        ;=> -1
(quotient 7 0)       ;!! division-by-zero
(modulo 1 0)         ;!! division-by-zero
(remainder 100000000000000000000000 7)  ;=> 5
