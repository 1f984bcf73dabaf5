; limits: ticks=100000000 memory=16M
(require 'constraints)
(setq s (make-store))
(setq xs (variables s 1000 0 9))
(let ((all nil)) (while t (push! (duplicate s) all)))              ;!! out-of-memory
(dotimes (i 2000) (duplicate s))                                   ;=> nil
(let ((other (make-store))) (while t (variables other 1000 0 9)))  ;!! out-of-memory
(while t (all-different! s xs 'bounds))                            ;!! out-of-memory
