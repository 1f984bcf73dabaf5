(setq x 5)
(if (x > 2) (print "large"))
