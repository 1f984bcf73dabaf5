;; file: base.lisp
(defproc base () 'base)
;; file: middle.lisp
(require 'base)
(defproc middle () (list (base)))
;; main
(require 'middle)
(middle)                               ;=> (base)
(base)                                 ;!! unbound-variable
(require 'base)
(base)                                 ;=> base
