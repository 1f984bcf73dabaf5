(print (map-with (x => (* x x)) '(1 2)))
