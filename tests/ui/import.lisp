(import math)
(print (sqrt 2))
