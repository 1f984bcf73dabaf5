(procedure? (call/cc (lambda (k) k)))              ;=> t
(call/cc 5)                                        ;!! not-a-function
(call/cc)                                          ;!! argument-count
(call/cc car)                                      ;!! wrong-type
(call/cc (lambda (k) (map-with k '(1 2))))         ;=> 1
(call/cc (lambda (k) (apply k '(7))))              ;=> 7
(+ 1 (call/cc (lambda (k) (eval (list k 41)))))    ;=> 42
