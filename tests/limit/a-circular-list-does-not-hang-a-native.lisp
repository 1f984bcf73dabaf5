; limits: fuel=20000 memory=8M
(setq l (list 1 2 3))
(set-cdr! (rest (rest l)) l)
(reverse l)                      ;!! out-of-fuel
(member? 9 l)                    ;!! out-of-fuel
(remove 1 l)                     ;!! out-of-fuel
(last l)                         ;!! out-of-fuel
(map-with identity l)            ;!! out-of-fuel
(dolist (x l) x)                 ;!! out-of-fuel
(apply + l)                      ;!! wrong-type
