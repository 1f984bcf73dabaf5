(main)

(defproc main ()
  (print "hello"))
