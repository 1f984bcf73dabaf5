(throw)                                              ;!! argument-count
(catch 'a (throw 'a 1 2))                            ;!! argument-count
(catch)                                              ;!! syntax
(catch 'a)                                           ;=> nil
