(let ((l nil)) (dolist (x '(1 2 3) l) (setq x (* x x)) (setq l (cons x l))))  ;=> (9 4 1)
(let ((list '(1 2 3)) (n 0)) (dolist (x list) (setq list nil) (setq n (+ n 1))) n)  ;=> 3
