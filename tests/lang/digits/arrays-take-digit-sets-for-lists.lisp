(list->array (digits 1 2 3))                                ;=> #(1 2 3)
(get-array-element (list->array '(1 2 3 4) '(2 2)) (digits 0 1)) ;=> 2
(make-array (digits 1 2) 0)                                 ;=> #2A((0 0))
(sort (digits 1 2 3) >)                                     ;=> (3 2 1)
(list->table (list (digits 1 2)))                           ;=> #<table 1 entry>
(assoc 1 (list (digits 1 2)))                               ;=> (1 2)
