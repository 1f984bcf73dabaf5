(require 'amb)
(all-values (amb 1 2 3))                           ;=> (1 2 3)
(all-values (amb 1 (amb 2 3) 4))                   ;=> (1 2 3 4)
(all-values (amb))                                 ;=> nil
(all-values (list (amb 1 2) (amb 'a 'b)))          ;=> ((1 a) (1 b) (2 a) (2 b))
(all-values (a-member-of '(a b)))                  ;=> (a b)
(all-values (a-member-of (vector 1 2)))            ;=> (1 2)
(all-values (a-member-of nil))                     ;=> nil
(all-values (an-integer-between 3 5))              ;=> (3 4 5)
(all-values (an-integer-between 5 5))              ;=> (5)
(all-values (an-integer-between 5 4))              ;=> nil
(all-values (if (a-boolean) 'yes 'no))             ;=> (yes no)
(one-value (let ((n (an-integer-above 5))) (require-that (= 0 (modulo n 4))) n))   ;=> 8
(let ((l nil)) (all-values (setq l (append l (list (amb 1 2 3))))) l)   ;=> (3)
(let ((l nil)) (all-values (let ((x (amb 1 2 3))) (setq l (cons x l)))) l)   ;=> (3 2 1)
