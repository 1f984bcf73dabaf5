(lambda (a a) a)               ;!! syntax @1:12 parameter a occurs twice
(lambda (5) 1)                 ;!! syntax @2:10
(lambda (&rest) 1)             ;!! syntax &rest
(lambda (&rest a b) 1)         ;!! syntax
(lambda (&key a &optional b) 1)  ;!! syntax &optional
(lambda "a" 1)                 ;!! syntax
(defproc "f" (a) a)            ;!! syntax expected a symbol
