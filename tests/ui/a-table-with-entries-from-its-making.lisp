(setq t1 (make-table 'a 3))
