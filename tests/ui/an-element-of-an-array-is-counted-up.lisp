(setq counts (make-array 3 0))
(inc! (aref counts 1))
