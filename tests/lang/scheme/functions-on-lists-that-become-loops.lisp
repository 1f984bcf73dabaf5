; limits: depth=400
; With a `lambda` in place or any other function: what becomes a loop means what the function of the library does.
(require 'scheme)

(map (lambda (x) (* x x)) '(1 2 3))                 ;=> (1 4 9)
(map + '(1 2 3) '(10 20))                           ;=> (11 22)
(let ((f (if #t car cdr))) (map f '((1 2) (3 4))))  ;=> (1 3)
(remove even? '(1 2 3))                             ;=> (1 3)
(find even? '(1 2 3))                               ;=> 2
(filter-map (lambda (x) (and (even? x) (* x x))) '(1 2 3 4))  ;=> (4 16)

; The element comes first where SRFI 1 says so.
(reduce (lambda (x so-far) (- x so-far)) 0 '(1 2 3 4))  ;=> 2
(reduce - 0 '(1 2 3 4))                             ;=> 2
(reduce + 0 '())                                    ;=> 0
(reduce max 0 '(-5))                                ;=> -5
(fold (lambda (x l) (cons x l)) '() '(1 2 3))       ;=> (3 2 1)
(fold-right (lambda (x l) (cons x l)) '() '(1 2))   ;=> (1 2)
(fold-left (lambda (l x) (cons x l)) '() '(1 2))    ;=> (2 1)

; The value of the function counts, not only whether it is true.
(list (any (lambda (x) (and (even? x) (* x x))) '(1 4 6)))   ;=> (16)
(list (any even? '()))                              ;=> (#f)
(list (every (lambda (x) (and (even? x) (* x x))) '(2 4)))   ;=> (16)
(list (every even? '(2 3)) (every even? '()))       ;=> (#f t)

(vector-map (lambda (x) (* x x)) (vector 1 2 3))    ;=> #(1 4 9)
(vector-for-each (lambda (x) (display x)) (vector 1 2))  ;>> 12

; Called last, what `any` calls last is in tail position.
(define (even-tree? n) (if (= n 0) #t (every even-tree? (list (- n 1)))))
(even-tree? 2000)                                 ;=> t

(map (lambda (x) x) 5)                              ;!! wrong-type map: list must be a list, got 5
(vector-map (lambda (x) x) 5)                       ;!! wrong-type
(define (fold f x l) (list 'mine (f x l)))
(fold (lambda (a b) (+ a b)) 1 2)                   ;=> (mine 3)
