(type-of (digits 1))          ;=> list
(list? (digits 1))            ;=> t
(+ 1 (digits 1))              ;!! wrong-type
