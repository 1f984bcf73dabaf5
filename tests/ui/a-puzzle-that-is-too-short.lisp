(print (read-puzzle "12.4"))
