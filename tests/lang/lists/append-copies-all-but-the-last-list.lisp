(let ((a '(1 2)) (b '(3))) (append a b) (list a b))     ;=> ((1 2) (3))
(let* ((b (list 3)) (c (append '(1) b))) (set-car! b 9) c)   ;=> (1 9)
(let* ((a (list 1)) (c (append a '(2)))) (set-car! a 9) c)   ;=> (1 2)
