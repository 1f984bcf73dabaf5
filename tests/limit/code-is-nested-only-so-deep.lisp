; limits: nesting=50
(defproc nest (k form) (dotimes (i k form) (setq form (list 'identity form))))
(eval (nest 30 1))                                               ;=> 1
(eval (nest 60 1))                                               ;!! too-complex
(condition-code (catch 'error (eval (nest 60 1))))               ;=> too-complex
(defproc deep-list (k) (let ((l nil)) (dotimes (i k l) (setq l (list l)))))
(= (deep-list 500) (deep-list 500))                              ;=> t
