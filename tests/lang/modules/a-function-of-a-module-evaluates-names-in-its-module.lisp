;; file: library.lisp
(setq state 0)
(defproc next () (setq state (+ state 1)))
(defproc reset () (setq state 0))
;; main
(setq state 'of-the-script)
(require 'library)
(next)                                 ;=> 1
(next)                                 ;=> 2
state                                  ;=> 2
(setq state 10)
(next)                                 ;=> 11
