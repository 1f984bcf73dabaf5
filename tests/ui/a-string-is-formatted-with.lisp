(print "the number is %d" 5)
