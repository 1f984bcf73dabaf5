;;;; a name with another meaning
; A name that the program has given another meaning is called, also with a `lambda` in place.

(defproc find-if (f l) (list 'mine (f l)))
(find-if (lambda (x) (length x)) '(1 2 3))                      ;=> (mine 3)

(let ((map-with (lambda (f l) (f l)))) (map-with (lambda (l) (first l)) '(5 6)))  ;=> 5

;;;; errors name the function that was written
; An error in the loop of an inlined call names the function that was called.

(map-with (lambda (x) x) 5)                      ;!! wrong-type @12:1 map-with: list must be a list, got 5
(map-with square '(1 . 2))                       ;!! wrong-type map-with: list must be a list, got 2
(map-with + '(1) 2)                              ;!! wrong-type map-with: list must be a list, got 2
(find-if (lambda (x) nil) 5)                     ;!! wrong-type find-if: list must be a list, got 5
(for-each (lambda (x) x) 5)                      ;!! wrong-type for-each: list must be a list, got 5
(for-each print 5)                               ;!! wrong-type for-each: list must be a list, got 5
(filter (lambda (x) x) "ab")                     ;!! wrong-type filter: list must be a list, got "ab"
(fold-left + 0 5)                                ;!! wrong-type fold-left: list must be a list, got 5
(fold-right cons nil 5)                          ;!! wrong-type

; An error in the function that is called has its own name and place.
(map-with (lambda (x) (first x)) '(1))           ;!! wrong-type @23:23 first: list must be a list, got 1
(map-with car '(1))                              ;!! wrong-type @24:11 car: list must be a list, got 1
(map-with + '(1) '(a))                           ;!! wrong-type @25:11 +: argument 2 must be a number, got a
(map-with 5 '(1))                                ;!! not-a-function
(map-with 5 nil)                                 ;=> nil
(map-with cons '(1))                             ;!! argument-count

;;;; functions from elsewhere
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

;;;; functions with a literal lambda
; A call of a library function on lists with a `lambda` written in place is compiled as a loop. It means the same as with a function from elsewhere.

(find-if (lambda (x) (> x 2)) '(1 2 3 4))                       ;=> 3
(find-if (lambda (x) (> x 9)) '(1 2 3 4))                       ;=> nil
(some? (lambda (x) (> x 2)) '(1 2 3))                           ;=> t
(every? (lambda (x) (> x 2)) '(3 4 2))                          ;=> nil
(every? (lambda (x) (> x 2)) nil)                               ;=> t
(count-if (lambda (x) (> x 2)) '(1 2 3 4))                      ;=> 2
(map-with (lambda (x) (* x x)) '(1 2 3))                        ;=> (1 4 9)
(filter (lambda (x) (> x 2)) '(1 4 2 3))                        ;=> (4 3)
(filter (lambda (x) (> x 2)) '(1 4 2 3))                        ;=> (4 3)
(remove-if (lambda (x) (> x 2)) '(1 4 2 3))                     ;=> (1 2)
(fold-left (lambda (sum x) (- x sum)) 10 '(1 2 3))              ;=> -8
(fold-left (lambda (l x) (cons x l)) nil '(1 2 3))              ;=> (3 2 1)
(for-each (lambda (x) (display x)) '(1 2 3))                    ;>> 123

; Digit sets are lists.
(map-with (lambda (x) (* x x)) (digits 1 2 3))                  ;=> (1 4 9)

; The parameter is a variable of its own for each element: assigning it does not change the element, and closures keep theirs.
(filter (lambda (x) (setq x (- x 1)) (> x 1)) '(1 2 3 4))       ;=> (3 4)
(map-with (lambda (f) (f)) (map-with (lambda (x) (lambda () x)) '(1 2 3)))  ;=> (1 2 3)

; `return` leaves the loop around the call, as it does from any function made there.
(dolist (y '(1 2)) (for-each (lambda (x) (when (= x 1) (return 'out))) '(0 1)))  ;=> out
(block done (map-with (lambda (x) (return-from done x)) '(7 8)))  ;=> 7

; The initial value is evaluated before the list.
(let ((order nil)) (fold-left (lambda (a b) b) (push! 1 order) (progn (push! 2 order) '(3))) order)  ;=> (2 1)

; A named let around is called from within.
(let down ((n 3)) (if (= n 0) nil (cons n (first (map-with (lambda (x) (down x)) (list (- n 1)))))))  ;=> (3 2 1)

; The argument must be a proper list.
(find-if (lambda (x) x) 5)                                      ;!! wrong-type
(map-with (lambda (x) x) '(1 . 2))                              ;!! wrong-type

; Other parameter lists are calls as ever.
(map-with (lambda (x &optional (y 2)) (+ x y)) '(1 2))          ;=> (3 4)
(map-with (lambda (x y) (+ x y)) '(1 2) '(10 20))               ;=> (11 22)
(map-with (lambda x x) '(1 2))                                  ;=> ((1) (2))
(find-if (lambda (x y) x) '(1 2))                               ;!! argument-count

; A continuation that is entered again goes on with what had been collected when it was made.
(progn
  (setq again nil)
  (setq turns 0)
  (let ((l (map-with (lambda (x) (call/cc (lambda (k) (when (= x 2) (setq again k)) x))) '(1 2 3))))
    (setq turns (+ turns 1))
    (if (< turns 3) (again (* 10 turns)) l)))                   ;=> (1 20 3)
