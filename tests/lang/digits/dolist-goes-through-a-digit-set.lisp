(let ((seen nil)) (dolist (d (digits 3 1 9) (reverse seen)) (setq seen (cons d seen)))) ;=> (1 3 9)
(dolist (d (digits 3 1 9)) (when (> d 1) (return d)))  ;=> 3
(let ((n 0)) (dolist (d nil n) (setq n (+ n 1))))      ;=> 0
