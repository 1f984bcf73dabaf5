(setq t1 (make-table))
(dotimes (i 1000) (table-set! t1 i (* i i)))
(table-count t1)                         ;=> 1000
(table-ref t1 999)                       ;=> 998001
(dotimes (i 990) (table-remove! t1 i))
(table-keys t1)                          ;=> (990 991 992 993 994 995 996 997 998 999)
(table-clear! t1)
(table-count t1)                         ;=> 0
