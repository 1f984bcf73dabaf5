(= (digits 1 2 5) '(1 2 5))                ;=> t
(= '(1 2 5) (digits 1 2 5))                ;=> t
(= (digits 1 2 5) (digits 5 2 1))          ;=> t
(= (digits 1 2 5) '(1 2))                  ;=> nil
(= (digits 1 2) '(1 2 5))                  ;=> nil
(= (digits 1 2) (digits 1 3))              ;=> nil
(= (digits 1 2) '(2 1))                    ;=> nil
(= (digits 1 2) '(1.0 2.0))                ;=> t
(= (list (digits 1) (digits 2)) '((1) (2)));=> t
(= (digits 1) 1)                           ;=> nil
(= (digits 1) "(1)")                       ;=> nil
(not (= (digits 1 2) '(1 . 2)))            ;=> t
(if (= (digits 1 2 3 4 5 6 7) '(1 2 3 4 5 6 7)) 'same 'other) ;=> same
