(receive (a b) (call/cc (lambda (k) (k 1 2))) (list a b))  ;=> (1 2)
(receive all (call/cc (lambda (k) (k))) all)               ;=> nil
(receive (a . more) (call/cc (lambda (k) (apply k '(1 2 3)))) (list a more))  ;=> (1 (2 3))
