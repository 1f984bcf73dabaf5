(setq x null)
