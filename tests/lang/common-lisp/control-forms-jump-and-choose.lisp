(require 'common-lisp)
(let ((n 0)) (tagbody again (incf n) (when (< n 3) (go again))) n)          ;=> 3
(prog ((l '(1 2 3)) (sum 0)) next (when (null l) (return sum)) (incf sum (pop l)) (go next))  ;=> 6
(let ((r '())) (tagbody (push 1 r) (tagbody (go out) (push 2 r)) out (push 3 r)) (nreverse r))  ;=> (1 3)
(dotimes (i 5) (when (oddp i) (go skip)) (princ i) skip)                    ;>> 024
(mapcar (lambda (x) (block b (when (= x 2) (return-from b 'two)) x)) '(1 2))  ;=> (1 two)
(defun find-first (p l) (mapc (lambda (x) (when (funcall p x) (return-from find-first x))) l) nil)
(find-first #'evenp '(1 4 6))                                               ;=> 4
(catch 'a (catch 'b (throw 'a 1)) 2)                                        ;=> 1
(let ((log '())) (catch 'x (unwind-protect (throw 'x 1) (push 'cleaned log))) log)  ;=> (cleaned)
(case 'x ((x y) 1) (t 2))                                                   ;=> 1
(case 'else (else 'key) (otherwise 'default))                               ;=> key
(ecase 5 (1 'one))                                                          ;!! user-error
(typecase 1.5 (integer 'i) (float 'f))                                      ;=> f
(do ((i 0 (1+ i)) (j 10 (- j i))) ((>= i 3) (list i j)) (princ i))          ;>> 012
(do* ((i 0 (1+ i)) (j i (* 10 i))) ((= i 2) j))                             ;=> 20
(prog1 1 2 3)                                                               ;=> 1
(prog2 1 2 3)                                                               ;=> 2
(macrolet ((twice (x) `(list ,x ,x))) (twice 5))                            ;=> (5 5)
(symbol-macrolet ((five (+ 2 3))) (* five five))                            ;=> 25
(labels ((fact (n) (if (zerop n) 1 (* n (fact (1- n)))))) (fact 20))        ;=> 2432902008176640000
(funcall (flet ((f (x) (* 2 x))) #'f) 4)                                    ;=> 8
(eval '(let ((x 2)) (* x x)))                                               ;=> 4
(go nowhere)                                                                ;!! syntax @24:1
