(setq a (vector 1 2 3))
(print (aref a 3))
