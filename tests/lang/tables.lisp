;;;; keys are compared by value
(setq t1 (make-table))
(table-set! t1 '(1 2) 'list)
(table-set! t1 "s" 'string)
(table-set! t1 1 'integer)
(table-ref t1 (list 1 2))                ;=> list
(table-ref t1 "s")                       ;=> string
(table-ref t1 1.0)                       ;=> integer
(table-set! t1 1.0 'replaced)
(table-count t1)                         ;=> 3

;;;; tables grow and shrink
(setq t1 (make-table))
(dotimes (i 1000) (table-set! t1 i (* i i)))
(table-count t1)                         ;=> 1000
(table-ref t1 999)                       ;=> 998001
(dotimes (i 990) (table-remove! t1 i))
(table-keys t1)                          ;=> (990 991 992 993 994 995 996 997 998 999)
(table-clear! t1)
(table-count t1)                         ;=> 0

;;;; tables keep the order of insertion
(setq t1 (make-table))
(dolist (k '(z a m)) (table-set! t1 k (symbol->string k)))
(table-keys t1)                          ;=> (z a m)
(table-values t1)                        ;=> ("z" "a" "m")
(table-set! t1 'z 'again)
(table-keys t1)                          ;=> (z a m)
(table-remove! t1 'a)
(table-keys t1)                          ;=> (z m)
(table->list t1)                         ;=> ((z again) (m "m"))

;;;; tables map keys to values
(setq t1 (make-table))
(table-set! t1 'a 1)
(table-ref t1 'a)                        ;=> 1
(table-ref t1 'b)                        ;=> nil
(table-ref t1 'b 'default)               ;=> default
(table-count t1)                         ;=> 1
(table-has? t1 'a)                       ;=> t
(table-ref 5 'a)                         ;!! wrong-type
