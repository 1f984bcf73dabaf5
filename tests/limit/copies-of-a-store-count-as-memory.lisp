; limits: fuel=100000000 memory=16M
(require 'constraints)
(setq s (make-store))
(setq xs (variables s 1000 0 9))
(let ((all nil)) (loop (push! (duplicate s) all)))                 ;!! out-of-memory
(dotimes (i 2000) (duplicate s))                                   ;=> nil
(let ((t (make-store))) (loop (variables t 1000 0 9)))             ;!! out-of-memory
(let ((t (make-store)) (all nil)) (loop (all-different! s xs)))    ;!! out-of-memory
