;; file: util.lisp
(provide 'util)
(defproc helper (x) (* 2 x))
(defproc %private () 1)
;; file: own.lisp
(provide 'own)
(defproc own () 'own)
(defproc hidden () 1)
;; main
(require 'util)
(helper 3)               ;=> 6
(%private)               ;!! unbound-variable
(require 'own)
(own)                    ;=> own
(hidden)                 ;!! unbound-variable
