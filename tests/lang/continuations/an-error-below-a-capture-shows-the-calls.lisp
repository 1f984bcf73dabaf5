(defproc inner (x) (call/cc (lambda (k) (setq kept k) (car x))))
(defproc outer (x) (list (inner x)))
(outer 5)                                          ;!! wrong-type @1:55
(call/cc car)                                      ;!! wrong-type @4:1
(list (call/cc 7))                                 ;!! not-a-function @5:7
(list (call/cc (lambda () 1)))                     ;!! argument-count @6:7
(+ 1 (funcall call/cc (lambda (k) (k 2))))         ;=> 3
(+ 1 (apply call/cc (list (lambda (k) (+ 5 (k 2))))))   ;=> 3
(let ((k (call/cc call/cc))) (if (procedure? k) (k 5) k))  ;=> 5
(+ 1 (call/cc (call/cc (lambda (k) (lambda (x) 5)))))   ;=> 6
; warns: undefined-assignment
