(dotimes (i 10 'end) (when (= i 3) (return i)))            ;=> 3
(dolist (x '(1 2 3)) (when (> x 1) (return (list 'found x))))  ;=> (found 2)
(while t (return))                                         ;=> nil
(let ((l nil)) (dotimes (i 3) (dotimes (j 3) (when (= j 1) (return)) (setq l (cons (list i j) l)))) l)  ;=> ((2 0) (1 0) (0 0))
(do ((i 0 (+ i 1))) (nil) (when (= i 7) (return i)))       ;=> 7
(return 1)                                                 ;!! syntax
