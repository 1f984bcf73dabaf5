(setq t1 (make-table))
(table-set! t1 '(1 2) 'list)
(table-set! t1 "s" 'string)
(table-set! t1 1 'integer)
(table-ref t1 (list 1 2))                ;=> list
(table-ref t1 "s")                       ;=> string
(table-ref t1 1.0)                       ;=> integer
(table-set! t1 1.0 'replaced)
(table-count t1)                         ;=> 3
