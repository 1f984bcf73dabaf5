(setq a 3)
(if a > 1 'big 'small)
