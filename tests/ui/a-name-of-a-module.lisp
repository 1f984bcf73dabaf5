(print (count-solutions (board 4)))
