(car 5)                                  ;!! wrong-type car: list must be a list
(get-array-element (make-array 3) '(3))  ;!! index-out-of-range get-array-element
