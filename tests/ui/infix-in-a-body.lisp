(defproc sum (a b)
  a + b)
(print (sum 1 2))
