; found: 2026-11-22, random programs on two evaluators: an assignment had no effect on functions compiled before it: 5 for 6
; A call of a builtin by its own name is compiled in place. A variable of the program that holds one for now is called by its value.
(setq op +)
(defproc apply-op (a b) (op a b))
(apply-op 2 3)                          ;=> 5
(setq op *)
(apply-op 2 3)                          ;=> 6
(setq part first)
(defproc parts (l) (map-with part l))
(setq op2 cons)
(defproc folded (l) (fold-right op2 nil l))
(list (parts '((1 2) (3 4))) (folded '(1 2)))  ;=> ((1 3) (1 2))
(setq part rest)
(setq op2 list)
(list (parts '((1 2) (3 4))) (folded '(1 2)))  ;=> (((2) (4)) (1 (2 nil)))
; Likewise parts of a call that would be one instruction with it.
(setq over /)
(defproc below (a b) (floor (over a b)))
(below 7 2)                             ;=> 3
(setq over *)
(below 7 2)                             ;=> 14
(setq coordinates list)
(defproc at (a i) (get-array-element a (coordinates i)))
(at (vector 1 2 3) 1)                   ;=> 2
(defproc coordinates (i) (list (+ i 1)))
(at (vector 1 2 3) 1)                   ;=> 3
; A callee in the scope of an assigned variable may come to capture the frame.
(setq measure string-length)
(setq k nil)
(defproc counted () (let ((x 0)) (measure "abc") (setq x (+ x 1)) x))
(counted)                               ;=> 1
(setq measure (lambda (s) (call/cc (lambda (c) (setq k c) 0))))
(setq n 0)
(setq seen nil)
(progn (setq seen (cons (counted) seen)) (setq n (+ n 1)) (if (< n 3) (k 0) seen))  ;=> (3 2 1)
