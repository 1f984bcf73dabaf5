(let ((n 0)) (catch 'x (setq n 1) (throw 'x nil) (setq n 2)) n)   ;=> 1
(defproc f (l) (let ((seen nil)) (catch 'stop (dolist (x l) (when (= x 'end) (throw 'stop nil)) (setq seen (cons x seen)))) (reverse seen)))
(f '(a b end c))                        ;=> (a b)
(let ((a 1) (b 2)) (catch 'x (let ((a 10)) (setq b a) (throw 'x nil))) (list a b))  ;=> (1 10)
