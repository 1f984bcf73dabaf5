(let ((i 0)) (while (< i 5) (setq i (+ i 1))) i)           ;=> 5
(while nil (car 5))                                        ;=> nil
(let ((l '(1 2 3)) (s 0)) (while l (setq s (+ s (first l))) (setq l (rest l))) s)  ;=> 6
(let ((i 0)) (while (progn (setq i (+ i 1)) (< i 10))) i)  ;=> 10
