import search
(print (solve (board 4)))
