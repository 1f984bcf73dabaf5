(sort '(3 1 2) <)                                    ;=> (1 2 3)
(sort '(3 1 2) >)                                    ;=> (3 2 1)
(sort '((b 1) (a 0) (c 1)) (lambda (x y) (> (second x) (second y))))  ;=> ((b 1) (c 1) (a 0))
(let ((l '(2 1))) (sort l <) l)                      ;=> (2 1)
(sort nil <)                                         ;=> nil
(sort '("b" "a") string<?)                           ;=> ("a" "b")
(length (sort (map-with (lambda (i) (modulo (* i 7919) 1009)) (iota 1000)) <))   ;=> 1000
(sort '(1 a) <)                                      ;!! wrong-type
(catch 'out (sort '(3 1 2) (lambda (a b) (throw 'out 'left))))   ;=> left
