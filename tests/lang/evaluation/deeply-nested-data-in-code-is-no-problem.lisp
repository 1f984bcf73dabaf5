(defproc nested (n) (let ((l nil)) (dotimes (i n l) (setq l (list l)))))
(defmacro quote-deep () (list 'quote (nested 5000)))
(= (quote-deep) (nested 5000))                       ;=> t
(first (first (first (quote-deep))))
(length (quote-deep))                                ;=> 1
