(print (mapcar #'1+ '(1 2 3)))
