; found: 2026-11-20, a reader of the core's code: code doubled with each level
; limits: memory=16M
(let ((x 2)) (dotimes (i 30) (setq x (list 'unwind-protect 1 x))) (eval x))  ;=> 1
