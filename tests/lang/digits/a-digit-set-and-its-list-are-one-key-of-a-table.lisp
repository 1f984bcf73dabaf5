(setq table (make-table))
(table-set! table (digits 1 2) 'a)
(table-ref table '(1 2))                   ;=> a
(table-set! table '(3 4) 'b)
(table-ref table (digits 3 4))             ;=> b
(table-set! table (list 'k (digits 3 4)) 'c)
(table-ref table '(k (3 4)))               ;=> c
(table-ref table (cons 'k (digits 3 4)) 'none) ;=> none
(table-count table)                        ;=> 3
(remove-duplicates (list (digits 1 2) '(1 2) (digits 2))) ;=> ((1 2) (2))
