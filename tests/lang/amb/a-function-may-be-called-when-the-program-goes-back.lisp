(require 'amb)
(setq log nil)
(all-values (let ((x (amb 1 2))) (trail (lambda () (push! (list 'back x) log))) (push! x log) x))   ;=> (1 2)
(reverse log)                                      ;=> (1 (back 1) 2 (back 2))
(setq log nil)
(one-value (progn (trail (lambda () (push! 'inner log))) (trail (lambda () (push! 'outer log))) (amb 1 2)))   ;=> 1
(reverse log)                                      ;=> (outer inner)
(trail 5)                                          ;!! wrong-type trail: undo must be a function, got 5
