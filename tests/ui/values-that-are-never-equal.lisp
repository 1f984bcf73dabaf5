(print (= (vector 1 2) #(1 2)))
(print (= (nth 0 *arguments*) 5))
(print (= "5" 5))
