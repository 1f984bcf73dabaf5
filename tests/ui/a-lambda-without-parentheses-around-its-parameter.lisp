(print (map-with (lambda x (* x 2)) '(1 2)))
