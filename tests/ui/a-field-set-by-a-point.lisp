(setq d (make-table))
(setq d.size 3)
