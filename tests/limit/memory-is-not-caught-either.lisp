; limits: memory=4M
(setq log nil)
(catch nil (unwind-protect (let ((l nil)) (while t (setq l (cons 1 l)))) (setq log 'cleaned)))   ;!! out-of-memory
log                                                              ;=> nil
(catch-and-apply nil list (string-repeat "ab" 10000000))         ;!! out-of-memory
(catch nil (make-array 100000000))                               ;!! out-of-memory
(list 1 2)                                                       ;=> (1 2)
