(defproc f () (g 1))
(f)               ;!! unbound-variable g is not defined
(defproc g (x) (+ x 1))
(f)               ;=> 2
(defproc g (x) (* x 100))
(f)               ;=> 100
