(setq i 0)
(setq j i + 1)
(print j)
