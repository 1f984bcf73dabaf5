; Arguments have one order, which the documentation says. An error names the argument that is wrong.
(filter '(1 2 3 4) even?)                 ;!! wrong-type list must be a list, got #<function even?>
(map-with '(1 2 3) (lambda (x) (* x x)))  ;!! wrong-type map-with: list must be a list
(for-each '(a b) display)                 ;!! wrong-type for-each: list must be a list
(fold-left '(1 2 3) 10 +)                 ;!! wrong-type list must be a list, got #<function +>
(sort < '(3 1 2))                         ;!! wrong-type sort: list must be a list or array
(sort-by '(-3 2 1) abs >)                 ;!! wrong-type sort-by: key must be a function
(list-tabulate square 3)                  ;!! wrong-type
(nth '(a b c) 1)                          ;!! wrong-type nth: n must be an integer
(take '(a b c) 2)                         ;!! wrong-type
(string-ref 1 "abc")                      ;!! wrong-type string-ref: string must be a string, got 1
(string-join ", " '("a" "b"))             ;!! wrong-type
(substring 1 "abc")                       ;!! wrong-type
(member '(1 2) 1)                         ;!! wrong-type
(table-ref 'a (list->table '((a 1))))     ;!! wrong-type

; Calls that are instructions, loops, of values of variables, and by `apply`.
(let ((l '(1 2)) (p odd?)) (filter l p))  ;!! wrong-type filter: list must be a list
(aref 1 (vector 1 2 3))                   ;!! wrong-type aref: array must be an array, got 1
(let ((v (vector 1 2 3))) (aset 1 v 'x))  ;!! wrong-type aset: array must be an array, got 1
(apply aref (list 1 (vector 1 2 3)))      ;!! wrong-type
(apply filter (list '(1 2 3) odd?))       ;!! wrong-type
(let ((f some?)) (f '(1 2) even?))        ;!! wrong-type
(apply nth '((a b c) 1))                  ;!! wrong-type

; A list without elements needs no function.
(map-with 5 nil)                          ;=> nil
(filter nil even?)                        ;!! wrong-type list must be a list
