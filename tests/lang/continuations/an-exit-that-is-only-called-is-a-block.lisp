; Nothing is captured where the continuation is only called, in the function that it was made in. What is seen is the same.
(call/cc (lambda (k) (+ 1 (k 5))))                 ;=> 5
(list 1 (let/cc k (list 2 (if t (k 3) 4))) 5)      ;=> (1 3 5)
(let/cc k (dolist (x '(1 2 3) 'none) (when (= x 2) (k x))))   ;=> 2
(let/cc k (let loop ((i 0)) (if (> i 9) (k i) (loop (+ i 1)))))   ;=> 10
(let/cc k (let loop ((i 0)) (if (> i 9) (k i) (+ 1 (loop (+ i 1))))))   ;=> 10
(let/cc a (+ 1 (let/cc b (+ 2 (a 10) (b 20)))))    ;=> 10
(let/cc a (+ 1 (let/cc b (+ 2 (b 20) (a 10)))))    ;=> 21
(let/cc a (a (let/cc b (a (b 7)))))                ;=> 7
(let ((n 0)) (let/cc k (setq n 1) (k nil) (setq n 2)) n)      ;=> 1
(let ((n 0)) (while t (let/cc next (inc! n) (when (< n 5) (next nil)) (return n))))   ;=> 5
(setq log nil)
(let/cc k (unwind-protect (k 1) (setq log (cons 'cleanup log))))   ;=> 1
log                                                ;=> (cleanup)
(let/cc k (catch 'a (k 1)) 2)                      ;=> 1
(catch 'a (let/cc k (catch 'b (k 1))) (throw 'a 3))   ;=> 3
(let/cc k (catch-and-apply 'error (lambda (tag c) (k 'handled)) (car 1)) 2)   ;=> handled
(let/cc k)                                         ;=> nil
(receive all (let/cc k (k 1 2)) all)               ;=> (1 2)
(let/cc k (setq k 5) k)                            ;=> 5
((let/cc k (lambda (x) (list x))) 1)               ;=> (1)
; A form that is entered again from inside sees all assignments.
(let ((again nil) (n 0))
  (let/cc out
    (call/cc (lambda (k) (setq again k)))
    (setq n (+ n 1))
    (when (= n 3) (out n))
    (again nil)))                                  ;=> 3
(defproc loop-tail (n) (let/cc k (if (= n 0) (k 'end) (loop-tail (- n 1)))))
(loop-tail 100000)                                 ;=> end
