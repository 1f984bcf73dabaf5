(dolist (x 5) x)            ;!! wrong-type
(dolist (x '(1 . 2)) x)     ;!! wrong-type
(dolist (x "abc") x)        ;!! wrong-type
(let ((n 0)) (catch 'error (dolist (x '(1 2 . 3)) (setq n (+ n x)))) n)  ;=> 3
