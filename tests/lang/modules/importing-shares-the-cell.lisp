;; file: solver.lisp
(defproc find-choices (x) (list 'simple x))
(defproc solve (x) (find-choices x))
;; main
(require 'solver)
(solve 1)                              ;=> (simple 1)
(defproc find-choices (x) (list 'better x))
(solve 1)                              ;=> (better 1)
(setq find-choices (lambda (x) 'assigned))
(solve 1)                              ;=> assigned
