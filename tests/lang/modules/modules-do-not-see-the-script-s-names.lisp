;; file: library.lisp
(defproc peek () script-variable)
;; main
(setq script-variable 1)
(require 'library)
(peek)                                 ;!! unbound-variable
script-variable                        ;=> 1
