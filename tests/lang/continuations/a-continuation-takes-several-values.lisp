(receive (a b) (call/cc (lambda (k) (k 1 2))) (list a b))  ;=> (1 2)
(receive all (call/cc (lambda (k) (k))) all)               ;=> nil
(apply (call/cc (lambda (k) k)) (list list))               ;!! not-a-function
