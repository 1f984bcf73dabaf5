(get-array-element (make-array '(2 2) 0) '(1 1))   ;=> 0
(make-array 3 'x)                        ;=> #(x x x)
(aref (make-array 3) 0)                  ;=> nil
(make-array 0)                           ;=> #()
(make-array '(2 -1))                     ;!! wrong-type
(make-array 'a)                          ;!! wrong-type
