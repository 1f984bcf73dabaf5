((lambda (f) (f f 5)) (lambda (f n) (if (= n 0) 1 (* n (f f (- n 1))))))  ;=> 120
(defproc y (f) ((lambda (x) (x x)) (lambda (x) (f (lambda (v) ((x x) v))))))
((y (lambda (fact) (lambda (n) (if (= n 0) 1 (* n (fact (- n 1))))))) 6)  ;=> 720
