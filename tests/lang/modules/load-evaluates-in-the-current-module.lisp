;; file: definitions.lisp
(setq from-file (list 'outer x))
(defproc f () (list x from-file))
'last-value
;; main
(setq x 5)
(load "definitions.lisp")              ;=> last-value
(f)                                    ;=> (5 (outer 5))
(setq x 6)
(f)                                    ;=> (6 (outer 5))
