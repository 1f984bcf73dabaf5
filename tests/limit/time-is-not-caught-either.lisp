; limits: time=0.05
(catch nil (while t))                                            ;!! out-of-time
(catch-and-apply nil list (let loop () (loop)))                  ;!! out-of-time
(let ((log nil)) (unwind-protect (while t) (setq log 'cleaned) (print log)))   ;!! out-of-time
(+ 1 2)                                                          ;=> 3
