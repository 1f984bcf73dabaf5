(= '(1 . 2) (cons 1 2))                ;=> t
(= '(1 . 2) '(1 2))                    ;=> nil
(= '((a . 1) (b . 2.0)) '((a . 1.0) (b . 2)))  ;=> t
(let ((l nil)) (dotimes (i 10000) (setq l (list l))) (= l l))   ;=> t
(let ((a nil) (b nil)) (dotimes (i 10000) (setq a (list a)) (setq b (list b))) (= a b))   ;=> t
