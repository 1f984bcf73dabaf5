(setq a (make-array '(2 3)))
(get-array-element a '(0 0))             ;=> nil
(set-array-element a '(1 2) 'x)          ;=> x
(get-array-element a '(1 2))             ;=> x
(get-array-element a (list 1 2))         ;=> x
(array-dimensions a)                     ;=> (2 3)
(array-rank a)                           ;=> 2
(array-dimensions (make-array (list 2 3 4)))  ;=> (2 3 4)
