(defmacro use-list (x) `(list ,x ,x))
(let ((list (lambda (a b) (+ a b)))) (use-list 3))   ;=> 6
(defmacro safe-list (x) (list list x x))
(let ((list (lambda (a b) (+ a b)))) (safe-list 3))  ;=> (3 3)
