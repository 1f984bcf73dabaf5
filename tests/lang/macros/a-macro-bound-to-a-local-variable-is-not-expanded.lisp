(let ((m (mlambda args 1))) (m 2))       ;!! not-a-function
(defmacro m (x) `(list ',x))
(let ((m (lambda (x) (* x 2)))) (m 4))   ;=> 8
(m 4)                                    ;=> (4)
