(let ((s 0)) (dolist (x '(1 2 3) s) (setq s (+ s x))))     ;=> 6
(dolist (x '(1 2 3)) x)                                    ;=> nil
(dolist (x nil 'empty) (car 5))                            ;=> empty
(dolist (x '(1 2) x))                                      ;=> nil
(let ((l nil)) (dolist (x '(a (b) nil)) (setq l (cons x l))) l)  ;=> (nil (b) a)
