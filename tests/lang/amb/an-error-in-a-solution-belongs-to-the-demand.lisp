(require 'amb)
(setq s (solutions (/ 6 (amb 3 2 0 1))))
(stream-first s)                                   ;=> 2
(setq s (stream-rest s))
(stream-first s)                                   ;=> 3
(catch-and-apply 'error (lambda (tag c) (list 'caught (condition-code c))) (stream-rest s))   ;=> (caught division-by-zero)
(stream-rest s)                                    ;!! division-by-zero
(catch 'out (stream-rest (solutions (let ((x (amb 1 2))) (when (= x 2) (throw 'out 'thrown)) x))))   ;=> thrown
; The choices of the stream are gone.
(fail)                                             ;!! user-error fail: no choice
(all-values (let ((x (amb 1 2))) (ignore-errors (stream-rest s)) x))   ;=> (1 2)
