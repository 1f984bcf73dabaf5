(setq log nil)
(catch 'x (unwind-protect (throw 'x 1) (setq log 'cleaned)))   ;=> 1
log                                                            ;=> cleaned
(setq log nil)
(catch 'error (unwind-protect (car 5) (setq log 'cleaned)) 'not-reached)
log                                                            ;=> cleaned
(setq log nil)
(unwind-protect (car 5) (setq log 'cleaned))                   ;!! wrong-type @8:17
log                                                            ;=> cleaned
