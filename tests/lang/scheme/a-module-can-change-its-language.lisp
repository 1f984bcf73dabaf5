; Definitions of a module are there in the language that it requires next; names of the dialect before are not.
(require 'scheme)
(define (pair-of x) (list x #t))
(define limit 10)
(pair-of 1)                           ;=> (1 t)
(require 'common-lisp)
(defun twice (list) (list list (first (pair-of list))))
(twice 1)                             ;=> (1 1)
(mapcar #'twice '(1 2))               ;=> ((1 1) (2 2))
(+ limit 1)                           ;=> 11
(require 'common-lisp)
(twice limit)                         ;=> (10 10)
(require 'scheme)
(map twice '(3))                      ;=> ((3 3))
(define list 5)
(+ list limit)                        ;=> 15
(defun f (x) x)                       ;!! unbound-variable
