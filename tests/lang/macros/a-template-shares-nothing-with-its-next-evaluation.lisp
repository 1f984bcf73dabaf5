(defproc f (x) `(a ,x (b c)))
(let ((one (f 1)) (two (f 2))) (list one two))   ;=> ((a 1 (b c)) (a 2 (b c)))
(= (f 1) (f 1))                          ;=> t
