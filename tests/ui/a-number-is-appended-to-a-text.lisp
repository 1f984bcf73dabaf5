(print (string-append "n = " 5))
