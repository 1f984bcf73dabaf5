(require 'common-lisp)
(progn (defclass a () ((v :initform 1 :reader a-v))) (defclass b () ((w :initarg :w :reader b-w))))
(defmethod make-instance :around ((c (eql 'a)) &key) (list 'made (call-next-method)))
(let ((made (make-instance 'a))) (list (first made) (a-v (second made))))    ;=> (made 1)
(b-w (make-instance 'b :w 5))                                                ;=> 5
(make-instance 'b :v 5)                                                      ;!! user-error @6:1 :V is no keyword for objects of class B
(make-instance 'b :v 5 :allow-other-keys t)
(make-instance 'b :w)                                                        ;!! user-error
(make-instance 'nobody)                                                      ;!! user-error @9:1 there is no class nobody
; A class above may be defined later.
(progn (defclass child (parent) ((c :initform 'c :reader child-c))) (defclass grandchild (child) ()))
(make-instance 'child)                                                       ;!! user-error @12:1 has no class parent above it yet
(defclass parent () ((p :initform 'p :reader parent-p)))
(let ((g (make-instance 'grandchild))) (list (child-c g) (parent-p g)))      ;=> (c p)
(progn (defmethod slot-unbound (class (o b) name) (list 'unbound name)) (b-w (make-instance 'b)))  ;=> (unbound w)
(progn (defmethod slot-missing (class (o b) name op &optional value) (list 'missing name op value)) (list (slot-value (make-instance 'b) 'x) (setf (slot-value (make-instance 'b) 'x) 1)))  ;=> ((missing x slot-value nil) 1)
(progn (defgeneric g (x)) (defmethod no-applicable-method ((f (eql #'g)) &rest args) (list 'none args)) (g 5))  ;=> (none (5))
(progn (defgeneric h (x)) (h 5))                                             ;!! user-error @18:27 h: no method fits the arguments
(progn (defmethod k ((x integer)) 'i) (defmethod k (x) 't) (remove-method #'k (find-method #'k '() '(integer))) (k 5))  ;=> t
