(print (max '(3 1 2)))
