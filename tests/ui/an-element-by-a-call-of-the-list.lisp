(setq l (list 1 2 3))
(print (l 0))
