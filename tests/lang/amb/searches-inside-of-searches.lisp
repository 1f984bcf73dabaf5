(require 'amb)
(all-values (list (amb 1 2) (all-values (amb 'a 'b))))                ;=> ((1 (a b)) (2 (a b)))
(all-values (all-values (amb 1 2)))                                   ;=> ((1 2))
(all-values (let ((x (amb 1 2 3))) (one-value (let ((y (amb 1 2 3))) (require-that (= (+ x y) 4)) (list x y)))))   ;=> ((1 3) (2 2) (3 1))
(all-values (let ((x (amb 1 2 3))) (one-value (let ((y (amb 1 2))) (require-that (= (+ x y) 4)) (list x y)))))     ;=> ((2 2) (3 1))
(all-values (let ((n (an-integer-between 2 20))) (require-that (not (possibly? (= 0 (modulo n (an-integer-between 2 (- n 1))))))) n))   ;=> (2 3 5 7 11 13 17 19)
(let ((count 0)) (for-effects (amb 1 2) (for-effects (amb 1 2 3) (inc! count))) count)   ;=> 6
(all-values (ith-value (amb 0 2 5) (amb 'a 'b 'c)))                   ;=> (a c)
(all-values (let ((l (amb '(1 -3 2) '(5 4)))) (best-value (a-member-of l) abs)))   ;=> (-3 5)
(all-values (best-value (a-member-of (amb '(1 -3 2) '(5 4))) abs))    ;=> (5)
; The choices of an inner search are gone when it is left, and those outside are none of its business.
(all-values (let ((x (amb 1 2))) (one-value (amb 'a 'b)) x))          ;=> (1 2)
(all-values (let ((x (amb 1 2))) (list x (one-value (fail) 'none))))  ;=> ((1 none) (2 none))
(all-values (let ((x (amb 1 2 3))) (when (= x 2) (reset-choices)) x))  ;=> (1 2)
