; found: 2026-11-20, the corpus of the language, as it was written
(list 1)
nowhere                                              ;!! unbound-variable @3:1
(setq a 1)
(+ nowhere a)                                        ;!! unbound-variable @5:4
