; limits: fuel=2000
(setq log nil)
(unwind-protect (while t) (setq log 'cleaned))                   ;!! out-of-fuel
log                                                              ;=> nil
(catch nil (unwind-protect (while t) (print 'cleanup)))          ;!! out-of-fuel
(unwind-protect 1 (while t))                                     ;!! out-of-fuel
(catch 'x (unwind-protect (throw 'x 1) (while t)))               ;!! out-of-fuel
