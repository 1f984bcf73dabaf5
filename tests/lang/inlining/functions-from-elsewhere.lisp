; The function need not be written in place: it is evaluated once, before the lists.

(let ((f (lambda (x) (* x x)))) (map-with f '(1 2 3)))          ;=> (1 4 9)
(map-with (progn (display "f") square) (progn (display "l") '(1 2)))  ;>> fl
(for-each display '(1 2 3))                                     ;>> 123
(filter even? '(1 2 4))                                         ;=> (2 4)
(fold-left list 0 '(1 2))                                       ;=> ((0 1) 2)
(fold-right list 0 '(1 2))                                      ;=> (1 (2 0))

; A function that gives its own name another meaning is still the one that was evaluated.
(progn (defproc f (x) (setq f list) (* 2 x)) (map-with f '(1 2 3)))  ;=> (2 4 6)

; Several lists, as far as the shortest reaches.
(map-with (lambda (a b) (- a b)) '(5 6 7) '(1 2))               ;=> (4 4)
(map-with list '(1 2) '(3 4) '(5 6))                            ;=> ((1 3 5) (2 4 6))
(map-with + '(1) '(2) '(3) '(4) '(5))                           ;=> (15)
(for-each (lambda (a b) (display (+ a b))) '(1 2) '(3 4))       ;>> 46
(map-with (lambda (a a) a) '(1) '(2))                           ;!! syntax

; A builtin keeps the meaning it has where the call is compiled, a local name is what it is bound to.
(let ((car cdr)) (map-with car '((1 2) (3 4))))                 ;=> ((2) (4))
(progn (defproc cadr (l) 'mine) (map-with cadr '((1 2))))       ;=> (mine)
