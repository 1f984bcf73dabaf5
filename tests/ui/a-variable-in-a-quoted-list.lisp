(defproc f (n) '(1 2 n))
(print (f 3))
(defproc kind? (row x) (member? x '(row column)))
