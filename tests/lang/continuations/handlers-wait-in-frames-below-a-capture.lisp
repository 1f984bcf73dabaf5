(defproc id (x) (call/cc (lambda (k) (setq kept k) x)))
(catch 'a (+ 1 (id (throw 'a 5))))                 ;=> 5
(catch 'a (+ 1 (call/cc (lambda (k) (setq kept k) (throw 'a 7)))))   ;=> 7
(catch 'a (catch 'b (call/cc (lambda (k) (setq kept k) (call/cc (lambda (l) (setq kept l) (throw 'a 8)))))) 'no)   ;=> 8
(let ((x 1))
  (list x (catch 'a (let ((y 2)) (call/cc (lambda (k) (setq kept k) (throw 'a (list x y)))))) x))    ;=> (1 (1 2) 1)
(catch-and-apply 'error (lambda (tag c) (list tag (condition-code c))) (call/cc (lambda (k) (setq kept k) (car 5))))   ;=> (error wrong-type)
(block out (dolist (x '(1 2 3)) (call/cc (lambda (k) (setq kept k) (when (= x 2) (return-from out x))))))   ;=> 2
(setq log nil)
(catch 'a
  (unwind-protect
    (unwind-protect (call/cc (lambda (k) (setq kept k) (throw 'a 1))) (setq log (cons 'inner log)))
    (setq log (cons 'outer log))))                 ;=> 1
log                                                ;=> (outer inner)
(catch 'a
  (catch 'a (call/cc (lambda (k) (setq kept k) (throw 'a 1))))
  (call/cc (lambda (k) (setq kept k) (throw 'a 2)))
  3)                                               ;=> 2
(call/cc (lambda (k) (setq kept k) (throw 'nobody 1)))           ;!! uncaught-throw @19:36
(catch nil (call/cc (lambda (k) (setq kept k) (throw 'anybody 1))))   ;=> 1
; warns: undefined-assignment
