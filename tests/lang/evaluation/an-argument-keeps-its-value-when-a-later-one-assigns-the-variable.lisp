(let ((a 1)) (list a (setq a 2) a))          ;=> (1 2 2)
(let ((a 1)) (+ a (progn (setq a 10) 0)))    ;=> 1
(let ((a 5)) (< a (progn (setq a 0) 3)))     ;=> nil
(let ((a 1)) (cons a (setq a 2)))            ;=> (1 . 2)
(defproc f (x) (list x (progn (setq x 9) x) x))
(f 1)                                        ;=> (1 9 9)
