(bit-and 12 10)      ;=> 8
(bit-or 12 10)       ;=> 14
(bit-xor 12 10)      ;=> 6
(bit-not 5)          ;=> -6
(arithmetic-shift 1 100)  ;=> 1267650600228229401496703205376
(arithmetic-shift -5 -1)  ;=> -3
(bit-count 255)      ;=> 8
(bit-and -1 18446744073709551616)  ;=> 18446744073709551616
(bit-or 0.5 1)       ;!! wrong-type
