; found: 2026-11-20, fuzzing
; limits: memory=16M bits=100000 ticks=9000000000000000000
; not under: ticks
(make-array '(1000000 1000000 1000000))          ;!! out-of-memory
(make-array '(4294967296 4294967296))            ;!! out-of-memory
(iota 1000000000)                                ;!! out-of-memory
(make-string 1000000000000)                      ;!! out-of-memory
(string-repeat "abc" 100000000000000000)         ;!! out-of-memory
(expt 3 1000000000)                              ;!! integer-too-large
(expt 1/3 1000000000)                            ;!! integer-too-large
(arithmetic-shift 1 1000000000000)               ;!! integer-too-large
(string-pad-left "x" 1000000000000)              ;!! out-of-memory
(format nil "~1000000000a" 1)                    ;!! out-of-memory
(format nil "~1000000000%")                      ;!! out-of-memory
(let ((n 3)) (while t (setq n (* n n))))         ;!! integer-too-large
(let ((s "x")) (while t (setq s (string-append s s))))  ;!! out-of-memory
