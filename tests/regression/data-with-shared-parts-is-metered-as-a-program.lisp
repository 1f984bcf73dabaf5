; limits: memory=64M time=5
(let ((x '(car nil))) (dotimes (i 25) (setq x (list 'progn x x))) (eval x))  ;!! out-of-memory
