(setq cube (make-array '(2 3 4) 0))
(set-array-element cube '(1 2 3) 'last)
(aref cube 1 2 3)                        ;=> last
(array-length cube)                      ;=> 24
(row-major-aref cube 23)                 ;=> last
(setq point (make-array nil 5))
(get-array-element point nil)            ;=> 5
(array-rank point)                       ;=> 0
