(defproc scale (x, y)
  (* x y))
