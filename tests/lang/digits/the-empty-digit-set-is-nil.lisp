(digits)                                   ;=> nil
(null? (remove 1 (digits 1)))              ;=> t
(null? (rest (digits 7)))                  ;=> t
(if (digits) 'full 'empty)                 ;=> empty
(if (digits 0) 'full 'empty)               ;=> full
(list->digits nil)                         ;=> nil
