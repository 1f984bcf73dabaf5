;; file: tools.lisp
(require 'common-lisp)
(defvar *count* 0)
(defun list-twice (list) (incf *count*) (list list list))
(defmacro with-list ((name) &body body) `(let ((,name (list 1 2))) ,@body))
;; file: plain.lisp
(defproc plain-double (x) (* 2 x))
;; main
(require 'tools)
(list-twice 5)                        ;=> (5 5)
(require 'common-lisp)
(require 'plain)
(defun use (list) (list-twice (plain-double list)))
(use 4)                               ;=> (8 8)
(with-list (list) (cons 0 list))      ;=> (0 1 2)
*count*                               ;=> 2
(funcall 'plain-double 4)             ;=> 8
