; Loops over a vector: counted loops, array access, floats.
(let ((v (make-array 81 0)) (x 0.5))
  (dotimes (round 2000 x)
    (dotimes (i 9)
      (dotimes (j 9)
        (aset v (+ (* i 9) j) (+ (aref v (+ (* i 9) j)) 1))))
    (setq x (+ (* x 0.99) 0.25))))
