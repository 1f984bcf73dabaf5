(print (+ 1 (read-line)))
