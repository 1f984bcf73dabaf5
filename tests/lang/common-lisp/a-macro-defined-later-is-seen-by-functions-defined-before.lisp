(require 'common-lisp)
(defun total (l)
  (let ((sum 0))
    (do-each (x l) (incf sum x))
    sum))
(total '(1 2))  ;!! unbound-variable @4:15 x is not defined
(defmacro do-each ((var list) &body body)
  `(dolist (,var ,list) ,@body))
(total '(1 2 3))  ;=> 6
; The functions that a macro needs may come later still.
(defun use () (with-helper 5))
(defmacro with-helper (x) (helper x))
(defun helper (x) `(* 2 ,x))
(use)             ;=> 10
(defmacro with-helper (x) `(list ,x))
(use)             ;=> 10
(defun use () (with-helper 5))
(use)             ;=> (5)
