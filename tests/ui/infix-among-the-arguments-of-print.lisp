(setq a 3)
(print "a is" + a)
