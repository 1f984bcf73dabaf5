(setq a [1, 2, 3])
(print (aref a 0))
