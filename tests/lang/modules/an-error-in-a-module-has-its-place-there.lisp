;; file: broken.lisp
(defproc f () (first 5))
(f)
;; file: unclosed.lisp
(defproc g ()
  (list 1)
;; main
(require 'broken)                      ;!! wrong-type @broken.lisp:2:15
(load "unclosed.lisp")                 ;!! unclosed @unclosed.lisp:5:1
(require 'broken)                      ;!! wrong-type @broken.lisp:2:15
(+ 1 2)                                ;=> 3
