;; file: noisy.lisp
(print 'loading)
(defproc f () 1)
;; file: other.lisp
(require 'noisy)
(defproc g () (f))
;; main
(require 'noisy)
;>> loading
(require 'noisy)
(require 'other)
(list (f) (g))                         ;=> (1 1)
