(((lambda (a) (lambda (b) (lambda () (list a b)))) 1) 2)  ;=> #<function>
((((lambda (a) (lambda (b) (lambda () (list a b)))) 1) 2))  ;=> (1 2)
(defproc compose (f g) (lambda (x) (f (g x))))
((compose (compose (lambda (x) (* 2 x)) (lambda (x) (+ x 1))) -) 3)  ;=> -4
(let ((n 0))
  (let ((f (lambda () (lambda () (setq n (+ n 1))))))
    ((f)) ((f))
    n))                                          ;=> 2
