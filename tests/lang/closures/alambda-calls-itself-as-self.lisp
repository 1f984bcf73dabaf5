((alambda (n) (if (= n 0) 1 (* n (self (- n 1))))) 10)        ;=> 3628800
(map-with (alambda (n) (if (< n 2) n (+ (self (- n 1)) (self (- n 2))))) '(1 2 3 10))  ;=> (1 1 2 55)
((alambda (l) (if (pair? l) (+ (self (first l)) (self (rest l))) (if l 1 0))) '(1 (2 3) (4)))  ;=> 4
self                                                          ;!! unbound-variable
