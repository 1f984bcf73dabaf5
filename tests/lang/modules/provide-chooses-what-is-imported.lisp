;; file: library.lisp
(provide 'public)
(defproc public () (hidden))
(defproc hidden () 'from-inside)
;; main
(require 'library)
(public)                               ;=> from-inside
(hidden)                               ;!! unbound-variable
(setq hidden 5)
(public)                               ;=> from-inside
