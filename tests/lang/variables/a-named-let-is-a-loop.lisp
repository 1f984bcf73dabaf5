(let loop ((i 0) (l nil)) (if (= i 4) (reverse l) (loop (+ i 1) (cons i l))))  ;=> (0 1 2 3)
(let sum ((l '(1 2 3))) (if (null? l) 0 (+ (first l) (sum (rest l)))))         ;=> 6
(let f ((n 5)) (if (< n 2) n (+ (f (- n 1)) (f (- n 2)))))                     ;=> 5
(let loop () 5)                                                                ;=> 5
(let loop ((x 1)) (let ((x 2)) x))                                             ;=> 2
