; limits: memory=4M
(let ((i 0)) (while t (string->symbol (number->string (setq i (+ i 1))))))   ;!! out-of-memory
(+ 1 2)                          ;=> 3
