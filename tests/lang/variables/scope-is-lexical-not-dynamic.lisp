(setq x 'global)
(defproc show () x)
(let ((x 'local)) (show))                           ;=> global
(defproc make () (let ((x 'made)) (lambda () x)))
(let ((x 'caller)) ((make)))                        ;=> made
(defproc call-with-x (f x) (f))
(let ((x 'definition)) (call-with-x (lambda () x) 'call))  ;=> definition
