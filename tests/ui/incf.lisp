(setq x 1)
(incf x)
(print x)
