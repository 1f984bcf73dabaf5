(defproc f (x)
  (if (> x 1)
      (print x)
  (f (- x 1)))

(defproc g (x)
  (* x 2))
(print (g 2))
