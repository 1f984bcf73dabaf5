(require 'common-lisp)
(defun f (l) (loop for x in l collect x foo x))              ;!! user-error @2:14 loop: FOO begins no clause
(defun f (l) (loop for x frob l collect x))                  ;!! user-error @3:14 loop: for X must be followed by
(defun f (l) (loop for x in l collect x sum x))              ;!! user-error @4:14 loop: the result is accumulated in two ways
(defun f (l) (setf (apply 5 l) 3))                           ;!! user-error @5:14 setf: this is no place: (apply 5 l)
(defun f (l) (setf (nowhere l) 3)) (f 1)                     ;!! unbound-variable @6:14 (setf nowhere) is not defined
(handler-case (f 1) (undefined-function (c) (princ-to-string (cell-error-name c))))  ;=> "(SETF NOWHERE)"
(handler-case (eval '(loop for x)) (program-error () 'caught))                       ;=> caught
