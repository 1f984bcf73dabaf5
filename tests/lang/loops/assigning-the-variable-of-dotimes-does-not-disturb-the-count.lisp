(let ((n 0)) (dotimes (i 3) (setq i 100) (setq n (+ n 1))) n)      ;=> 3
(let ((l nil)) (dotimes (i 3) (setq i (* i 10)) (setq l (cons i l))) l)  ;=> (20 10 0)
(dotimes (i 3 i) (setq i 50))                                      ;=> 3
(let ((n 4) (turns 0)) (dotimes (i n) (setq n 1) (setq turns (+ turns 1))) turns)  ;=> 4
