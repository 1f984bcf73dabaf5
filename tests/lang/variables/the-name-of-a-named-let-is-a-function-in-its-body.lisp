(let walk ((tree '(1 (2 (3)) 4))) (if (pair? tree) (apply + (map-with walk tree)) tree))  ;=> 10
(let f ((n 3)) (if (= n 0) f (f (- n 1))))  ;=> #<function f>
(let f ((n 3)) (let ((g (lambda (m) (f m)))) (if (= n 0) 'end (g (- n 1)))))  ;=> end
(let loop ((i 0)) (if (< i 3) (loop (+ i 1) 2) i))  ;!! argument-count loop
loop                                                ;!! unbound-variable
