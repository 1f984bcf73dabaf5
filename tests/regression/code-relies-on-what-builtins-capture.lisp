; found: 2026-11-22, random programs on two evaluators: an assignment was lost
; A variable that is assigned lies in the frame as long as no call in its scope might capture the frame: builtins do not. If one is redefined
; afterwards by a function that does, a copy of the frame would have the variable as it was: that is an error and not another value.
(setq k nil)
(defproc before () (let ((x 0)) (string-length "abc") (setq x (+ x 1)) x))
(defproc harmless () (string-length "abc"))
(before)  ;=> 1
(defproc string-length (s) (call/cc (lambda (c) (setq k c) 0)))
(defproc after () (let ((x 0)) (string-length "abc") (setq x (+ x 1)) x))
(before)  ;!! bad-continuation string-length was a function that captures nothing
(harmless)  ;=> 0
(after)  ;=> 1
(setq n 0)
(setq seen nil)
(progn (setq seen (cons (after) seen)) (setq n (+ n 1)) (if (< n 4) (k 0) seen))  ;=> (4 3 2 1)
