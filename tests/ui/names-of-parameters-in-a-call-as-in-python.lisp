(defproc area (width &optional (height 1) depth)
  (* width height))
(print (area 2 :height 3))
