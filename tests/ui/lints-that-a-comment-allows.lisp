; klammer: allow unused-value
(defproc f (l)
  (sort l <)
  (first l))
(print (f (list 2 1)))
