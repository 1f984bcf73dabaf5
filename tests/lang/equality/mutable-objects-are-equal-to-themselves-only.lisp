(= (make-array 2) (make-array 2))      ;=> nil
(let ((a (make-array 2))) (= a a))     ;=> t
(let ((a (make-array 2))) (= (list a) (list a)))   ;=> t
(let ((f (lambda () 1))) (= f f))      ;=> t
(= (lambda () 1) (lambda () 1))        ;=> nil
(= (make-table) (make-table))          ;=> nil
(= car car)                            ;=> t
