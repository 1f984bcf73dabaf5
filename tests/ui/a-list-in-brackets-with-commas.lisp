(setq nums [1, 2, 3])
