; limits: fuel=2000
(catch nil (while t))                                            ;!! out-of-fuel
(catch 'error (while t))                                         ;!! out-of-fuel
(catch-and-apply nil (lambda (tag value) 'caught) (while t))     ;!! out-of-fuel
(catch-and-apply 'error list (let loop () (loop)))               ;!! out-of-fuel
(block b (catch nil (map-with (lambda (x) (while t)) '(1))))     ;!! out-of-fuel
(+ 1 2)                                                          ;=> 3
