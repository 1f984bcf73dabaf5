; SRFI 43 gives functions the position, SRFI 133 does not; names that are not there cannot be imported.
(require 'scheme)
(import (srfi 133))
(vector-map (lambda (x) (* x x)) #(1 2 3))                                   ;=> #(1 4 9)
(vector-fold + 0 #(1 2 3))                                                   ;=> 6
(import (srfi 43))
(vector-map (lambda (i x) (* i x)) #(1 2 3))                                 ;=> #(0 2 6)
(vector-map (lambda (i x y) (list i x y)) #(1 2) #(a b c))                   ;=> #((0 1 a) (1 2 b))
(let ((l '())) (vector-for-each (lambda (i x) (set! l (cons (+ i x) l))) #(5 6)) l)  ;=> (7 5)
(vector-fold (lambda (i sum x) (+ sum (* i x))) 0 #(1 2 3))                  ;=> 8
(vector-fold-right (lambda (i l x) (cons (cons i x) l)) '() #(a b))          ;=> ((0 . a) (1 . b))
(vector-count (lambda (i x) (= i x)) #(0 2 2))                               ;=> 2
(let ((v (vector 1 2 3))) (vector-map! (lambda (i x) (* i x)) v) v)          ;=> #(0 2 6)
(vector-index even? #(1 2))                                                  ;=> 1

(import (only (srfi 132) list-merge vector-sort!) (rename (srfi 132) (list-sorted? in-order?)))
(list-merge < '(1 3) '(2))                                                   ;=> (1 2 3)
(in-order? < '(1 2 3))                                                       ;=> t
(list-merge (lambda (a b) (< (car a) (car b))) '((1 a)) '((1 b)))            ;=> ((1 a) (1 b))

(import (only (srfi 27) random-source?))                                     ;!! user-error
(import (only (srfi 43) no-such-name))                                       ;!! user-error
(import (rename (scheme base) (no-such-name name)))                          ;!! user-error
(import (prefix (only (scheme base) car no-such-name) base:))                ;!! user-error
(begin (import (only (scheme base) if else => ... _ define car)) 1)        ;=> 1
