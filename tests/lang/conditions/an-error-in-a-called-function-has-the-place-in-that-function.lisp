(defproc inner (x)
  (let ((y 1))
    (+ y (first x))))
(defproc outer (x) (list (inner x)))
(outer 5)                      ;!! wrong-type @3:10
(map-with inner '((1) 2))      ;!! wrong-type @3:10
