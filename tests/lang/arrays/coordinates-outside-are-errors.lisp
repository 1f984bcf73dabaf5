(setq a (make-array '(2 3)))
(get-array-element a '(2 0))             ;!! index-out-of-range
(get-array-element a '(0 -1))            ;!! index-out-of-range
(get-array-element a '(0))               ;!! index-out-of-range
(get-array-element a '(0 0 0))           ;!! index-out-of-range
(set-array-element a '(0 3) 1)           ;!! index-out-of-range
(aref a 5 5)                             ;!! index-out-of-range
(get-array-element a 'x)                 ;!! wrong-type
(get-array-element 'a '(0))              ;!! wrong-type
