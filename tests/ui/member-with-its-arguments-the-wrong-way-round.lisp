(print (member '(1 2 3) 0))
