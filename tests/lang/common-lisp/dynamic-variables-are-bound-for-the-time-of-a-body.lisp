(require 'common-lisp)
(defvar *depth* 0)
(defparameter *log* '())
(defun depth () *depth*)
(list (depth) (let ((*depth* 1)) (depth)) (depth))                ;=> (0 1 0)
(defun with-parameter (*depth*) (depth))
(list (with-parameter 7) (depth))                                 ;=> (7 0)
(let* ((*depth* 3) (d (depth))) (list d (depth)))                 ;=> (3 3)
(catch 'out (let ((*depth* 9)) (throw 'out (depth))))             ;=> 9
(depth)                                                           ;=> 0
(ignore-errors (let ((*depth* 5)) (error "no")))
(depth)                                                           ;=> 0
(let ((*depth* 2)) (setf *depth* 8) (depth))                      ;=> 8
(depth)                                                           ;=> 0
(defvar *depth* 100)
(depth)                                                           ;=> 0
(progn (proclaim '(special *s*)) (setf *s* 1))
(defun s () *s*)
(list (let ((*s* 2)) (s)) (s) (symbol-value '*s*))                ;=> (2 1 1)
(progv '(*s*) '(5) (s))                                           ;=> 5
(multiple-value-bind (*s* b) (values 6 7) (list (s) b))           ;=> (6 7)
(with-output-to-string (*standard-output*) (princ 'inside))       ;=> "INSIDE"
