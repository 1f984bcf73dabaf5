(defproc accumulate (total) (lambda (x) (setq total (+ total x))))
(setq acc (accumulate 10))
(acc 5)                   ;=> 15
(acc 5)                   ;=> 20
((lambda (x) (let ((f (lambda () (setq x (* x 2))))) (f) (f) x)) 3)  ;=> 12
(defproc rest-capture (&rest l) (lambda () (setq l (rest l))))
(setq r (rest-capture 1 2 3))
(list (r) (r) (r))        ;=> ((2 3) (3) nil)
