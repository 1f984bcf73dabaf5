; limits: fuel=300000 memory=16M
(require 'constraints)
(setq s (make-store))
(setq x (variable s 0 100000000000))
(setq y (variable s 0 100000000000))
(post! s (< x y))
(count-candidates s x)           ;=> 100000000001
(candidates s x)                 ;!! out-of-memory
(variables s 100000000000 0 1)   ;!! out-of-memory
(post! s (< y x))
(solve s)                        ;!! out-of-ticks
(propagate-fixpoint s)           ;!! out-of-ticks
