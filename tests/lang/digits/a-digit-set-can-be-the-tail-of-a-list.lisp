(setq l (cons 'a (cons 0 (digits 1 2))))
l                             ;=> (a 0 1 2)
(length l)                    ;=> 4
(= l '(a 0 1 2))              ;=> t
(= '(a 0 1 2) l)              ;=> t
(reverse l)                   ;=> (2 1 0 a)
(remove 0 l)                  ;=> (a 1 2)
(remove 1 l)                  ;=> (a 0 2)
(remove 'b l)                 ;=> (a 0 1 2)
(remove-first 0 l)            ;=> (a 1 2)
(member 1 l)                  ;=> (1 2)
(nth 3 l)                     ;=> 2
(nth 4 l)                     ;=> nil
(last l)                      ;=> 2
(append l l)                  ;=> (a 0 1 2 a 0 1 2)
(apply list l)                ;=> (a 0 1 2)
(list-copy l)                 ;=> (a 0 1 2)
(duplicate l)                 ;=> (a 0 1 2)
(flatten (list l (digits 7))) ;=> (a 0 1 2 7)
(map-with identity l)         ;=> (a 0 1 2)
(setq sum 0)
(dolist (x (rest l)) (setq sum (+ sum x)))
sum                           ;=> 3
(list* 1 2 (digits 3 4))      ;=> (1 2 3 4)
