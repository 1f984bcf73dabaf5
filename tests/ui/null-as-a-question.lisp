(print (null nil))
