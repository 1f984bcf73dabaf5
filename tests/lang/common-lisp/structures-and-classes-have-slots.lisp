(require 'common-lisp)
(defstruct ship (name "unknown" :type string) (x 0) y)
(make-ship :y 5)                                  ;=> #<ship :name "unknown" :x 0 :y 5>
(prin1 (make-ship :name "Enterprise"))            ;>> #S(SHIP :NAME "Enterprise" :X 0 :Y NIL)
(let ((s (make-ship))) (setf (ship-x s) 3) (list (ship-x s) (ship-p s) (ship-p 5) (ship-x (copy-ship s))))  ;=> (3 t nil 3)
(ship-x 5)                                        ;!! wrong-type
(make-ship :speed 1)                              ;!! argument-count
(defstruct (boat (:include ship (x 7)) (:conc-name b-) (:constructor new-boat (name &optional y))) sails)
(let ((b (new-boat "Swan" 2))) (list (ship-name b) (b-x b) (b-y b) (b-sails b) (ship-p b) (typep b 'ship) (typep b 'boat)))  ;=> ("Swan" 7 2 nil t t t)
(defstruct (noisy (:print-function (lambda (n stream depth) (format stream "<noisy ~a>" (noisy-level n))))) level)
(format t "~a ~s" (make-noisy :level 3) (list (make-noisy :level 4)))  ;>> <noisy 3> (<noisy 4>)
(defclass animal () ((name :initarg :name :accessor name) (legs :initform 4 :reader legs)))
(defclass bird (animal) ((legs :initform 2)) (:default-initargs :name "tweety"))
(let ((a (make-instance 'animal :name "rex")) (b (make-instance 'bird))) (setf (name a) "max") (list (name a) (legs a) (name b) (legs b)))  ;=> ("max" 4 "tweety" 2)
(defgeneric speak (x) (:method (x) 'silence))
(defmethod speak ((a animal)) (list 'animal (call-next-method)))
(defmethod speak ((b bird)) (list 'bird (call-next-method)))
(defmethod speak :around ((b bird)) (list 'around (call-next-method)))
(list (speak 5) (speak (make-instance 'bird)))    ;=> (silence (around (bird (animal silence))))
(defmethod twice ((x integer)) (* 2 x))
(defmethod twice ((x string)) (concatenate 'string x x))
(defmethod twice ((x list)) (append x x))
(list (twice 2) (twice "ab") (twice '(1)) (twice nil))  ;=> (4 "abab" (1 1) nil)
(twice 'a)                                        ;!! user-error
(defmethod initialize-instance :after ((b bird) &key song) (when song (setf (name b) song)))
(name (make-instance 'bird :song "la"))           ;=> "la"
(with-slots (name legs) (make-instance 'animal :name "x") (setf name "y") (list name legs))  ;=> ("y" 4)
(slot-value (make-instance 'animal) 'name)        ;!! user-error
(list (slot-boundp (make-instance 'animal) 'name) (class-name (class-of (make-instance 'bird))) (typep (make-instance 'bird) 'animal))  ;=> (nil bird t)
(make-instance 'no-such-class)                    ;!! user-error
