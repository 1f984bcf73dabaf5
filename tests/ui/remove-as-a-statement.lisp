(setq l (list 1 2 3))
(remove 2 l)
(print l)
