(map-with number? '(1 1/2 0.5 a "1"))    ;=> (t t t nil nil)
(map-with integer? '(1 2.0 1/2))         ;=> (t t nil)
(map-with exact? '(1 1/2 0.5))           ;=> (t t nil)
(even? 10)                               ;=> t
(odd? -3)                                ;=> t
(even? 100000000000000000000)            ;=> t
(zero? 0.0)                              ;=> t
(even? 1/2)                              ;!! wrong-type
