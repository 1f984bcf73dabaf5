(return-from nowhere 1)                           ;!! syntax @1:1 there is no block named nowhere
(defproc g () (block b ((lambda () 1))) (return-from b 2))  ;!! syntax there is no block named b
(block b (defproc h () (return-from b 3)) (h))    ;=> 3
