; The result of a function for a variable without a value would be posted as if it were a condition.

(require 'constraints)
(setq s (make-store))
(setq x (variable s 1 9))
(setq y (variable s 1 9))
(post! s (member? x '(1 2)))          ;!! bad-value post!: (member? x '(1 2)) is no condition
(setq pair (list x y))
(post! s (member? (nth (- 2 1) pair) '(1 2)))  ;!! bad-value post!: (member? (nth (- 2 1) pair) '(1 2)) is no condition
(post! s (not (member? x '(1 2))))    ;!! bad-value post!: (member? x '(1 2)) is no condition
(post! s (or (equal? x 3) (< y 2)))   ;!! bad-value post!: (equal? x 3) is no condition
(expression! s (+ 1 (equal? x y)))    ;!! bad-value expression!: (equal? x y) is no condition
(post! s (all-different! s (list x y)))  ;!! wrong-type post!: condition must consist of variables
(defproc both (a b) (list a b))
(post! s (both x y))                  ;!! bad-value post!: expected an operation
(post! (> x 3))                       ;!! wrong-type post!: store must be a store, got (> x 3)
(expression! (+ x 3))                 ;!! argument-count

; Operations that do not need the values may be used, and so may results of functions that have a meaning as conditions.
(defproc third-of (list i) (nth (+ i 2) list))
(setq xs (list x y))
(post! s (or (member? 3 '(1 2)) (> x 1)))
(post! s (if (member? x xs) (< x 8)))
(post! s (or (null? xs) (> y 1)))
(post! s (< (nth 0 xs) (nth (- 2 1) xs)))
(post! s (= (third-of (list 0 0 x) (- 1 1)) 4))
(values-of (propagate-fixpoint s) xs)  ;=> (4 nil)
(candidates (propagate-fixpoint s) y)  ;=> (5 6 7 8 9)

; Arguments are evaluated once, in their order.
(setq log nil)
(defproc noted (value) (push! value log) value)
(let ((t1 (make-store))) (post! t1 (= 1 (+ (length (list (noted 1) (noted 2))) -1))) (solved? (propagate-fixpoint t1)))  ;=> t
log                                   ;=> (2 1)
