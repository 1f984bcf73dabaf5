(defstruct point x y)
(print (make-point :x 1 :y 2))
