(block b (catch nil (map-with (lambda (x) (return-from b (list 'out x))) '(1))) 'caught)  ;=> (out 1)
(block b (catch-and-apply nil list (map-with (lambda (x) (return-from b 'out)) '(1))) 'caught)  ;=> out
(dotimes (i 3 'end) (catch nil (map-with (lambda (x) (return 'returned)) '(1))))  ;=> returned
(dolist (x '(1 2)) (catch nil (return x)))        ;=> 1
