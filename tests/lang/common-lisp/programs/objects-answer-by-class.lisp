; Classes, generic functions and methods: dispatch on several arguments, before and after methods, calling the next one.
(require 'common-lisp)
(defclass shape ()
  ((name :initarg :name :accessor shape-name :initform "shape")
   (count :allocation :class :initform 0 :accessor shape-count)))
(defclass circle (shape)
  ((radius :initarg :radius :reader circle-radius)))
(defclass rectangle (shape)
  ((width :initarg :width :accessor width) (height :initarg :height :accessor height)))
(defclass square (rectangle) ())

(defgeneric area (shape) (:documentation "The area of a shape."))
(defgeneric describe-shape (shape stream))

(defmethod initialize-instance :after ((s shape) &key)
  (incf (shape-count s)))
(defmethod initialize-instance :after ((s square) &key side)
  (when side (setf (width s) side (height s) side)))

(defmethod area ((c circle)) (* 3 (expt (circle-radius c) 2)))
(defmethod area ((r rectangle)) (* (width r) (height r)))
(defmethod describe-shape ((s shape) stream)
  (format stream "~a of area ~a" (shape-name s) (area s)))
(defmethod describe-shape :before ((s square) stream) (format stream "[square] "))
(defmethod describe-shape ((r rectangle) stream)
  (call-next-method)
  (format stream ", ~ax~a" (width r) (height r)))

(defgeneric meet (a b))
(defmethod meet ((a shape) (b shape)) 'shapes)
(defmethod meet ((a circle) (b shape)) (list 'circle-with (call-next-method)))
(defmethod meet ((a rectangle) (b square)) 'rectangle-with-square)
(defmethod meet (a (b (eql 5))) 'five)

(defmethod print-object ((c circle) stream)
  (format stream "<circle ~a>" (circle-radius c)))

(let ((shapes (list (make-instance 'circle :radius 2 :name "disc")
                    (make-instance 'rectangle :width 2 :height 5 :name "box")
                    (make-instance 'square :side 3))))
  (dolist (s shapes)
    (describe-shape s t)
    (terpri))
  (print (loop for a in shapes collect (loop for b in shapes collect (meet a b))))
  (print (meet 'anything 5))
  (print (shape-count (first shapes)))
  (print (list (first shapes)))
  (with-slots (width height) (second shapes)
    (setf width 10)
    (print (* width height)))
  (print (mapcar #'(lambda (s) (typep s 'rectangle)) shapes))
  (print (handler-case (area 5) (error () 'no-method))))
;>> disc of area 12
;>> box of area 10, 2x5
;>> [square] shape of area 9, 3x3
;>>
;>> (((CIRCLE-WITH SHAPES) (CIRCLE-WITH SHAPES) (CIRCLE-WITH SHAPES))
;>>  (SHAPES SHAPES RECTANGLE-WITH-SQUARE) (SHAPES SHAPES RECTANGLE-WITH-SQUARE)) 
;>> FIVE 
;>> 3 
;>> (<circle 2>) 
;>> 50 
;>> (NIL T T) 
;>> NO-METHOD 
