(print (map-with and '(1 2) '(3 nil)))
