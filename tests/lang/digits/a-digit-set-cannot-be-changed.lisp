(set-car! (digits 1 2) 3)     ;!! wrong-type @1:1
(set-cdr! (digits 1 2) nil)   ;!! wrong-type @2:1
(let ((l (list-copy (digits 1 2)))) (set-car! l 7) l)  ;=> (7 2)
(let ((l (duplicate (cons 0 (digits 1 2))))) (set-car! (rest l) 7) l)  ;=> (0 7 2)
