; limits: bits=1000
(integer-length (expt 2 900))    ;=> 901
(expt 2 1001)                    ;!! integer-too-large
(catch nil (expt 3 100000))      ;!! integer-too-large
(arithmetic-shift 1 5000)        ;!! integer-too-large
(let ((x 2)) (dotimes (i 100 x) (setq x (* x x))))   ;!! integer-too-large
(/ 1 (expt 7 2000))              ;!! integer-too-large
