(length '(1 2 3))      ;=> 3
(length nil)           ;=> 0
(length "abc")         ;=> 3
(list-length '(1 2))   ;=> 2
(length '(1 . 2))      ;!! wrong-type
(length 5)             ;!! wrong-type
