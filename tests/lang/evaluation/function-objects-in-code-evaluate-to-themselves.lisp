(setq square-it (lambda (x) (* x x)))
(eval (list square-it 5))                  ;=> 25
(eval (list map-with square-it ''(1 2 3))) ;=> (1 4 9)
(defmacro with-closure (n) (let ((f (lambda (x) (+ x n)))) (list map-with f ''(1 2 3))))
(with-closure 10)                          ;=> (11 12 13)
(defproc counter () (let ((n 0)) (lambda () (setq n (+ n 1)))))
(defmacro shared-count () (let ((c (counter))) `(list (,c) (,c) (,c))))
(shared-count)                             ;=> (1 2 3)
