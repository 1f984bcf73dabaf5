;;;; append copies all but the last list
(let ((a '(1 2)) (b '(3))) (append a b) (list a b))     ;=> ((1 2) (3))
(let* ((b (list 3)) (c (append '(1) b))) (set-car! b 9) c)   ;=> (1 9)
(let* ((a (list 1)) (c (append a '(2)))) (set-car! a 9) c)   ;=> (1 2)

;;;; circular lists print and compare
; limits: ticks=100000
(let ((l (list 1 2))) (set-cdr! (rest l) l) (member? 2 l))     ;=> t
(let ((l (list 1 2))) (set-cdr! (rest l) l) (length l))        ;!! wrong-type a proper list
(let ((l (list 1 2))) (set-cdr! (rest l) l) (= l l))           ;=> t
(let ((l (list 1 2)) (m (list 1 2))) (set-cdr! (rest l) l) (set-cdr! (rest m) m) (= l m))  ;!! out-of-ticks

;;;; first and rest of nil are nil
(first nil)            ;=> nil
(rest nil)             ;=> nil
(second '(1))          ;=> nil
(third '(1 2))         ;=> nil
(car nil)              ;=> nil
(cdr nil)              ;=> nil
(cadr nil)             ;=> nil
(first 5)              ;!! wrong-type
(rest "ab")            ;!! wrong-type

;;;; functions of lists refuse other things
(reverse 5)            ;!! wrong-type reverse
(remove 1 5)           ;!! wrong-type remove
(member? 1 "abc")      ;!! wrong-type member?
(append '(1 . 2) '(3)) ;!! wrong-type append
(nth -1 '(1))          ;!! wrong-type nth
(map-with car 5)       ;!! wrong-type

;;;; length needs a proper list
(length '(1 2 3))      ;=> 3
(length nil)           ;=> 0
(length "abc")         ;=> 3
(list-length '(1 2))   ;=> 2
(length '(1 . 2))      ;!! wrong-type
(length 5)             ;!! wrong-type

;;;; lists are built and joined
(cons 1 '(2))          ;=> (1 2)
(list 1 (+ 1 1))       ;=> (1 2)
(append '(1) '(2) nil '(3 4))  ;=> (1 2 3 4)
(append)               ;=> nil
(append '(1) 2)        ;=> (1 . 2)
(append 1 '(2))        ;!! wrong-type
(reverse '(1 2 3))     ;=> (3 2 1)
(list* 1 2 '(3))       ;=> (1 2 3)
(iota 4)               ;=> (0 1 2 3)

;;;; map with and find if take the function first
(map-with (lambda (x) (* x x)) '(1 2 3))  ;=> (1 4 9)
(map-with + '(1 2) '(10 20))              ;=> (11 22)
(map-with first '((1 2) (3)))             ;=> (1 3)
(map-with list '(1 2 3) '(a b))           ;=> ((1 a) (2 b))
(map-with car nil)                        ;=> nil
(find-if even? '(1 2 4))                  ;=> 2
(find-if even? '(1 3))                    ;=> nil
(map-with 5 '(1))                         ;!! not-a-function

;;;; map with calls in order and may be left
(setq log nil)
(map-with (lambda (x) (setq log (cons x log)) x) '(1 2 3))   ;=> (1 2 3)
(reverse log)                             ;=> (1 2 3)
(catch 'out (map-with (lambda (x) (if (= x 2) (throw 'out 'left) x)) '(1 2 3)))  ;=> left

;;;; parts of lists
(first '(1 2 3))       ;=> 1
(rest '(1 2 3))        ;=> (2 3)
(second '(1 2 3))      ;=> 2
(third '(1 2 3))       ;=> 3
(nth 2 '(a b c))       ;=> c
(nth 5 '(a b))         ;=> nil
(last '(1 2 3))        ;=> 3
(rest '(1 . 2))        ;=> 2

;;;; predicates of lists
(null? nil)            ;=> t
(null? '(1))           ;=> nil
(single? '(1))         ;=> t
(single? '(1 2))       ;=> nil
(single? nil)          ;=> nil
(pair? '(1))           ;=> t
(pair? nil)            ;=> nil
(list? nil)            ;=> t
(list? 5)              ;=> nil

;;;; sort is stable and makes a new list
(sort '(3 1 2) <)                                    ;=> (1 2 3)
(sort '(3 1 2) >)                                    ;=> (3 2 1)
(sort '((b 1) (a 0) (c 1)) (lambda (x y) (> (second x) (second y))))  ;=> ((b 1) (c 1) (a 0))
(let ((l '(2 1))) (sort l <) l)                      ;=> (2 1)
(sort nil <)                                         ;=> nil
(sort '("b" "a") string<?)                           ;=> ("a" "b")
(length (sort (map-with (lambda (i) (modulo (* i 7919) 1009)) (iota 1000)) <))   ;=> 1000
(sort '(1 a) <)                                      ;!! wrong-type
(catch 'out (sort '(3 1 2) (lambda (a b) (throw 'out 'left))))   ;=> left

;;;; swapped arguments are an error
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
