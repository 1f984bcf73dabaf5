(setq a (make-array '(2 2) 0))
(aset a 0 1 5)                           ;=> 5
(aref a 0 1)                             ;=> 5
(aref a 1 1)                             ;=> 0
(let ((v (vector 1 2 3))) (aset v 0 'x) v)   ;=> #(x 2 3)
(aref #(1 2 3) 2)                        ;=> 3
