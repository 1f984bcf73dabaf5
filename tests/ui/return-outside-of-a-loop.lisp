(defproc square (x)
  (return (* x x)))
(print (square 3))
