(array->list (vector 1 2 3))             ;=> (1 2 3)
(list->array '(1 2 3))                   ;=> #(1 2 3)
(aref (list->array '(1 2 3 4) '(2 2)) 1 0)   ;=> 3
(length (vector 1 2))                    ;=> 2
(list->array '(1 2 3) '(2 2))            ;!! bad-value
