(handler-case (/ 1 0)
  (error (e) (print "caught")))
