(print (map-with (lambda (x) (* x x) '(1 2 3))))
