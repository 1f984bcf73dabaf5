; Generic functions: what is called depends on the arguments, on their types and on conditions that you write yourself.
;
; Shows records, methods with typed parameters, and guards: the most specific method whose guard is true is taken.

(defrecord circle radius)
(defrecord rectangle width height)

(defmethod area ((shape circle)) t
  (* 22/7 (square (circle-radius shape))))

(defmethod area ((shape rectangle)) t
  (* (rectangle-width shape) (rectangle-height shape)))

; A method without a type fits everything that no other one fits.
(defmethod area (shape) t
  0)

(defmethod name-of ((shape circle)) t
  "circle")

(defmethod name-of ((shape rectangle)) t
  "rectangle")

; Among methods of the same types, the latest whose guard is true.
(defmethod name-of ((shape rectangle))
  (= (rectangle-width shape) (rectangle-height shape))
  "square")

(dolist (shape (list (make-circle 7) (make-rectangle 3 4) (make-rectangle 5 5)))
  (format t "~a: a ~a of area ~d~%" shape (name-of shape) (area shape)))
(print (area "anything else"))
;>> #<circle :radius 7>: a circle of area 154
;>> #<rectangle :width 3 :height 4>: a rectangle of area 12
;>> #<rectangle :width 5 :height 5>: a square of area 25
;>> 0
