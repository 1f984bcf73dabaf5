; limits: fuel=20000 memory=8M
(setq l (list 1 2 3))
(set-cdr! (rest (rest l)) l)
(reverse l)                      ;!! out-of-ticks
(member? 9 l)                    ;!! out-of-ticks
(remove 1 l)                     ;!! out-of-ticks
(last l)                         ;!! out-of-ticks
(map-with identity l)            ;!! out-of-ticks
(dolist (x l) x)                 ;!! out-of-ticks
(apply + l)                      ;!! wrong-type
