;;;; catch nil does not stop a return from
(block b (catch nil (map-with (lambda (x) (return-from b (list 'out x))) '(1))) 'caught)  ;=> (out 1)
(block b (catch-and-apply nil list (map-with (lambda (x) (return-from b 'out)) '(1))) 'caught)  ;=> out
(dotimes (i 3 'end) (catch nil (map-with (lambda (x) (return 'returned)) '(1))))  ;=> returned
(dolist (x '(1 2)) (catch nil (return x)))        ;=> 1

;;;; each call of a function has a block of its own
(defproc f (n exit)
  (if (= n 0)
    (exit 'left)
    (list n (f (- n 1) (if (= n 2) (lambda (v) (return-from f v)) exit)))))
(f 3 nil)           ;=> (3 left)
(f 4 nil)           ;=> (4 (3 left))
(f 2 nil)           ;=> left

;;;; leaving a block drops the catches inside
(catch 'x (block b (catch 'x (return-from b 1)) 'no) (throw 'x 'outer) 'not-reached)  ;=> outer
(catch 'x (dotimes (i 3) (catch 'x (return))) (throw 'x 'outer))                      ;=> outer
(let ((n 0)) (dotimes (i 1000) (block b (catch 'x (setq n (+ n 1)) (return-from b nil)))) n)  ;=> 1000

;;;; leaving a block runs cleanups
(setq log nil)
(block b (unwind-protect (return-from b 1) (setq log (cons 'a log))))      ;=> 1
(dotimes (i 2) (unwind-protect (return) (setq log (cons 'b log))))         ;=> nil
(defproc f () (unwind-protect (return-from f 'left) (setq log (cons 'c log))))
(f)                                                                        ;=> left
(block b (unwind-protect (map-with (lambda (x) (return-from b x)) '(7)) (setq log (cons 'd log))))  ;=> 7
log                                                                        ;=> (d c b a)

;;;; leaving a block that has been left is an error
(setq exit nil)
(block b (setq exit (lambda (v) (return-from b v))) 'first)     ;=> first
(exit 5)                      ;!! uncaught-throw the block has already been left
(catch-and-apply 'error (lambda (tag c) (condition-code c)) (exit 5))  ;=> uncaught-throw
(block b (exit 5))            ;!! uncaught-throw

;;;; return from an unknown block is a syntax error
(return-from nowhere 1)                           ;!! syntax @38:1 there is no block named nowhere
(defproc g () (block b ((lambda () 1))) (return-from b 2))  ;!! syntax there is no block named b
(block b (defproc h () (return-from b 3)) (h))    ;=> 3

;;;; return from leaves a block
(block b (+ 1 (return-from b 7)))             ;=> 7
(block b 1 2)                                 ;=> 2
(block b (return-from b))                     ;=> nil
(block a (list (block b (return-from a 'out)) 'not-reached))  ;=> out
(block a (list (block b (return-from b 'in)) 'reached))       ;=> (in reached)
(block a (block a (return-from a 1)) 2)       ;=> 2

;;;; return from leaves a function
(defproc find-first (p l) (dolist (x l) (when (p x) (return-from find-first x))) 'none)
(find-first even? '(1 3 4 5))                ;=> 4
(find-first even? '(1 3))                    ;=> none
(defproc sign (n) (when (< n 0) (return-from sign 'negative)) (if (= n 0) 'zero 'positive))
(map-with sign '(-5 0 5))                    ;=> (negative zero positive)

;;;; return from passes through functions
(block b (map-with (lambda (x) (when (> x 1) (return-from b x))) '(1 2 3)))   ;=> 2
(defproc search (tree x)
  (letrec ((walk (lambda (n) (if (pair? n) (progn (walk (first n)) (walk (rest n))) (when (= n x) (return-from search 'found))))))
    (walk tree)
    'missing))
(search '(1 (2 (3)) 4) 3)                    ;=> found
(search '(1 (2 (3)) 4) 9)                    ;=> missing
