(print (sort '("b" "a") <))
