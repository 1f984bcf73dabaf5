(require 'amb)
(one-value (amb (progn (display 'a) 1) (progn (display 'b) 2)))   ;=> 1
;>> a
(all-values (amb (progn (display 'a) 1) (progn (display 'b) 2)))  ;=> (1 2)
;>> ab
(let ((x 1)) (all-values (let ((y (amb x x x))) (setq x (* x 10)) y)))   ;=> (1 10 100)
(all-values (let ((f (amb + *))) (f 3 4)))         ;=> (7 12)
