(defrecord point x y)
(print (point-z (make-point 1 2)))
