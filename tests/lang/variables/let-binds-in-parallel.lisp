(let ((a 1) (b 2)) (let ((a b) (b a)) (list a b)))  ;=> (2 1)
(setq a 'outer)
(let ((a 1) (b a)) (list a b))          ;=> (1 outer)
(let (a (b) (c 3)) (list a b c))        ;=> (nil nil 3)
(let ((a 1)) (let ((a 2)) (setq a 3)) a)  ;=> 1
