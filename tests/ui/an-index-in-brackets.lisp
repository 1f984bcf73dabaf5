(setq l '(10 20 30))
(print l[0])
