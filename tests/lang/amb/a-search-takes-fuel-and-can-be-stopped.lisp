; limits: fuel=20000
; not under: fuel: it is about a limit of its own
(require 'amb)
(one-value (let ((x (an-integer-above 1))) (require-that (< x 0)) x))   ;!! out-of-ticks
(all-values (amb 1 2))                             ;=> (1 2)
(catch nil (one-value (let ((x (an-integer-above 1))) (require-that (< x 0)) x)))   ;!! out-of-ticks
(all-values (amb 3 4))                             ;=> (3 4)
