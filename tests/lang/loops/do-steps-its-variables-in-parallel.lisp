(do ((i 0 (+ i 1)) (s 0 (+ s i))) ((= i 4) s))             ;=> 6
(do ((a 0 b) (b 1 (+ a b)) (n 0 (+ n 1))) ((= n 10) a))    ;=> 55
(do ((l '(1 2 3) (rest l)) (r nil (cons (first l) r))) ((null? l) r))  ;=> (3 2 1)
(do ((x 5)) ((< x 0) 'end) (setq x (- x 1)))               ;=> end
(do ((i 0 (+ i 1))) ((= i 3)))                             ;=> nil
(let ((l nil)) (do ((i 0 (+ i 1))) ((= i 3) l 'x (reverse l)) (setq l (cons i l))))  ;=> (0 1 2)
