(dotimes (i 5 i))                          ;=> 5
(dotimes (i 0 (list i i)))                 ;=> (0 0)
(let ((n 3)) (dotimes (i n (list i n)) (setq n 10)))  ;=> (3 10)
(dotimes (i (+ 1 2) (* i 10)))             ;=> 30
