(+ 1 (call/cc (lambda (k) (+ 10 (k 1)))))          ;=> 2
(call/cc (lambda (k) 5))                           ;=> 5
(defproc find-negative (l) (call/cc (lambda (return) (dolist (x l nil) (when (< x 0) (return x))))))
(find-negative '(1 -2 3))                          ;=> -2
(find-negative '(1 2))                             ;=> nil
(let/cc k (+ 1 (k 5)))                             ;=> 5
(map-with (lambda (x) (let/cc k (when (= x 2) (k 'two)) x)) '(1 2 3))  ;=> (1 two 3)
