; limits: fuel=2000
(setq log nil)
(unwind-protect (while t) (setq log 'cleaned))                   ;!! out-of-ticks
log                                                              ;=> nil
(catch nil (unwind-protect (while t) (print 'cleanup)))          ;!! out-of-ticks
(unwind-protect 1 (while t))                                     ;!! out-of-ticks
(catch 'x (unwind-protect (throw 'x 1) (while t)))               ;!! out-of-ticks
