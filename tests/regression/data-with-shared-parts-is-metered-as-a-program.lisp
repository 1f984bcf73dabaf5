; found: 2026-11-20, a reader of the core's code
; limits: memory=64M ticks=100000000
(let ((x '(car nil))) (dotimes (i 25) (setq x (list 'list x x))) (eval x))  ;!! out-of-memory
