(defproc make-counter () (let ((n 0)) (lambda () (setq n (+ n 1)))))
(setq a (make-counter))
(setq b (make-counter))
(list (a) (a) (a))    ;=> (1 2 3)
(b)                   ;=> 1
(a)                   ;=> 4
