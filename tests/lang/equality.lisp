;;;; dotted and nested lists are compared by structure
(= '(1 . 2) (cons 1 2))                ;=> t
(= '(1 . 2) '(1 2))                    ;=> nil
(= '((a . 1) (b . 2.0)) '((a . 1.0) (b . 2)))  ;=> t
(let ((l nil)) (dotimes (i 10000) (setq l (list l))) (= l l))   ;=> t
(let ((a nil) (b nil)) (dotimes (i 10000) (setq a (list a)) (setq b (list b))) (= a b))   ;=> t

;;;; equal is the same function
(equal? '(1 2) (list 1 2))             ;=> t
(= (quote (1 2)) (list 1 2))            ;=> t
(= "a" "a")                            ;=> t
(= 1 1.0)                              ;=> t
(= 100000000000000000000 100000000000000000000)    ;=> t
(= 1 1 1)                              ;=> t
(= 1 1 2)                              ;=> nil
(equal? '(a) '(a) '(b))                ;=> nil

;;;; membership uses equality
(member? '(1 2) '((1 2) 3))            ;=> t
(member? 2.0 '(1 2 3))                 ;=> t
(member? "b" '("a" "b"))               ;=> t
(member? 'x '(a b))                    ;=> nil
(assoc "k" '(("j" 1) ("k" 2)))         ;=> ("k" 2)
(assoc 'z '((a 1)))                    ;=> nil
(remove '(1) '((1) 2 (1)))             ;=> (2)
(remove nil '(1 nil 2 nil))            ;=> (1 2)

;;;; mutable objects are equal to themselves only
(= (make-array 2) (make-array 2))      ;=> nil
(let ((a (make-array 2))) (= a a))     ;=> t
(let ((a (make-array 2))) (= (list a) (list a)))   ;=> t
(let ((f (lambda () 1))) (= f f))      ;=> t
(= (lambda () 1) (lambda () 1))        ;=> nil
(= (make-table) (make-table))          ;=> nil
(= car car)                            ;=> t

;;;; one function compares everything
(= 1 1.0)                              ;=> t
(= "abc" "abc")                        ;=> t
(= 'a 'a)                              ;=> t
(= '(1 (2 "x")) (list 1 (list 2 "x"))) ;=> t
(= '(1 2) '(1 2 3))                    ;=> nil
(= #\a #\a)                            ;=> t
(= nil ())                             ;=> t
(= 'a "a")                             ;=> nil
(= 'a :a)                              ;=> nil
