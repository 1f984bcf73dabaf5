(print (+ "a" "b"))
