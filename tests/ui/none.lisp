(defproc find (x l)
  (if (member x l) x None))
(print (find 1 '(2 3)))
