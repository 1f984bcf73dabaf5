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
