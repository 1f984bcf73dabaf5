;; file: path/far.lisp
(defproc far () 'far)
;; file: near.lisp
(defproc near () 'beside-the-script)
;; file: path/near.lisp
(defproc near () 'in-the-path)
;; main
(require 'far)
(far)                                  ;=> far
(require 'near)
(near)                                 ;=> beside-the-script
