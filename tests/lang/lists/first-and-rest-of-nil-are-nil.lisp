(first nil)            ;=> nil
(rest nil)             ;=> nil
(second '(1))          ;=> nil
(third '(1 2))         ;=> nil
(car nil)              ;=> nil
(cdr nil)              ;=> nil
(cadr nil)             ;=> nil
(first 5)              ;!! wrong-type
(rest "ab")            ;!! wrong-type
