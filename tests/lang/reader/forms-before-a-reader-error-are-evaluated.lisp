(setq a 1)
(setq b 2) )                             ;!! stray-parenthesis @2:12
(list a b)                               ;=> (1 2)
(setq a 10) (list a                      ;!! unclosed @4:13
a                                        ;=> 10
