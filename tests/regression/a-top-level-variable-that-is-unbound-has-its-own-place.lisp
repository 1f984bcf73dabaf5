(list 1)
nowhere                                              ;!! unbound-variable @2:1
(setq a 1)
(+ nowhere a)                                        ;!! unbound-variable @4:4
