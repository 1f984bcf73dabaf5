(print (nth -1 '(1 2 3)))
