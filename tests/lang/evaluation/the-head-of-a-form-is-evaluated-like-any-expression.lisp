((lambda (x) (* x x)) 7)             ;=> 49
((if t + *) 3 4)                     ;=> 7
((first (list car cdr)) '(1 2))      ;=> 1
(defproc adder (n) (lambda (x) (+ x n)))
((adder 3) 4)                        ;=> 7
(let ((f -)) (f 10 4))               ;=> 6
