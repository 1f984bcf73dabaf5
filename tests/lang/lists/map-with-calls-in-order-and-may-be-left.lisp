(setq log nil)
(map-with (lambda (x) (setq log (cons x log)) x) '(1 2 3))   ;=> (1 2 3)
(reverse log)                             ;=> (1 2 3)
(catch 'out (map-with (lambda (x) (if (= x 2) (throw 'out 'left) x)) '(1 2 3)))  ;=> left
