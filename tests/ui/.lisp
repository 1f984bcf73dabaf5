(setq i 1)
(++ i)
(print i)
