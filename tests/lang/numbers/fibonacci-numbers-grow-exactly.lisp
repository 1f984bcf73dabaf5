(defproc fib (n) (let loop ((a 0) (b 1) (n n)) (if (= n 0) a (loop b (+ a b) (- n 1)))))
(fib 90)             ;=> 2880067194370816120
(fib 200)            ;=> 280571172992510140037611932413038677189525
(string-length (number->string (fib 1000)))  ;=> 209
