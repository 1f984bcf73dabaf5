; limits: fuel=2000
(catch nil (while t))                                            ;!! out-of-ticks
(catch 'error (while t))                                         ;!! out-of-ticks
(catch-and-apply nil (lambda (tag value) 'caught) (while t))     ;!! out-of-ticks
(catch-and-apply 'error list (let loop () (loop)))               ;!! out-of-ticks
(block b (catch nil (map-with (lambda (x) (while t)) '(1))))     ;!! out-of-ticks
(+ 1 2)                                                          ;=> 3
