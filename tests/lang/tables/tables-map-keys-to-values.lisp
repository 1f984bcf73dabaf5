(setq t1 (make-table))
(table-set! t1 'a 1)
(table-ref t1 'a)                        ;=> 1
(table-ref t1 'b)                        ;=> nil
(table-ref t1 'b 'default)               ;=> default
(table-count t1)                         ;=> 1
(table-has? t1 'a)                       ;=> t
(table-ref 5 'a)                         ;!! wrong-type
