(defproc f (x) (list 'global x))
(let ((f (lambda (x) (list 'local x)))) (f 1))   ;=> (local 1)
(f 1)                                            ;=> (global 1)
(let ((list +)) (list 1 2))                      ;=> 3
(let ((if (lambda (a b c) (+ a b c)))) (if 1 2 3))  ;=> 6
