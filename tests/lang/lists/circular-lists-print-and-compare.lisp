; limits: fuel=100000
(let ((l (list 1 2))) (set-cdr! (rest l) l) (member? 2 l))     ;=> t
(let ((l (list 1 2))) (set-cdr! (rest l) l) (length l))        ;!! wrong-type a proper list
(let ((l (list 1 2))) (set-cdr! (rest l) l) (= l l))           ;=> t
(let ((l (list 1 2)) (m (list 1 2))) (set-cdr! (rest l) l) (set-cdr! (rest m) m) (= l m))  ;!! out-of-ticks
