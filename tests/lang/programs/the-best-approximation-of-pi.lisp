(approximate 3.14159265359 1e-5)         ;=> 355/113
(approximate 3.14159265359 1e-2)         ;=> 22/7
(approximate 0.333333 1e-3)              ;=> 1/3
(approximate 2.5 1e-9)                   ;=> 5/2
