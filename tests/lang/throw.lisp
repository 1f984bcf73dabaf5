;;;; a catch has dynamic extent
(defproc thrower (x) (throw 'found x))
(catch 'found (map-with thrower '(1 2 3)))           ;=> 1
(catch 'found (find-if (lambda (x) (when (> x 1) (thrower x))) '(1 2 3)))  ;=> 2
(setq f (catch 'found (lambda () (thrower 'late))))
(f)                                                  ;!! uncaught-throw
(catch 'found (f))                                   ;=> late

;;;; a loop may throw a million times
; not under: stress ticks: a million turns
(let ((n 0)) (dotimes (i 300000) (setq n (+ n (catch 'x (throw 'x 1))))) n)   ;=> 300000
(let ((n 0)) (dotimes (i 100000) (catch 'x (catch 'y (throw 'x 1))) (setq n (+ n 1))) n)   ;=> 100000

;;;; a tag that nothing catches is an error at the throw
(throw 'nowhere 1)                                   ;!! uncaught-throw @15:1 nothing catches the tag nowhere
(catch 'error (throw 'nowhere 1) 'not-reached)
(condition-code (catch 'error (throw 'nowhere 1)))   ;=> uncaught-throw
(condition-irritants (catch 'error (throw 'nowhere 1)))  ;=> (nowhere 1)
(let ((log nil)) (catch 'error (unwind-protect (throw 'nowhere 1) (setq log 'cleaned))) log)  ;=> cleaned

;;;; a throw of multiple arguments is an error
(throw)                                              ;!! argument-count
(catch 'a (throw 'a 1 2))                            ;!! argument-count
(catch)                                              ;!! syntax
(catch 'a)                                           ;=> nil

;;;; a throw passes through a deep recursion
(defproc deep (n) (if (= n 0) (throw 'bottom 'reached) (+ 1 (deep (- n 1)))))
(catch 'bottom (deep 10000))            ;=> reached
(defproc deep-catch (n) (if (= n 0) (throw 'bottom 'reached) (catch n (+ 1 (deep-catch (- n 1))))))
(catch 'bottom (deep-catch 2000))       ;=> reached

;;;; catch and apply calls the handler with tag and value
(catch-and-apply 'a list (throw 'a 1))                       ;=> (a 1)
(catch-and-apply 'a list 5)                                  ;=> 5
(catch-and-apply nil list (throw 'b '(1 2)))                 ;=> (b (1 2))
(catch-and-apply nil (lambda (tag value) (list 'handled tag value)) (throw 'c 1))  ;=> (handled c 1)
(+ 1 (catch-and-apply 'a (lambda (tag value) (* value 10)) (throw 'a 4)))  ;=> 41

;;;; rethrowing passes the error on with its place
(catch-and-apply 'error (lambda (tag c) (throw tag c)) (first 5))  ;!! wrong-type @41:56 first
(catch-and-apply 'error (lambda (tag c) (list (condition-code c) (condition-place c)))
  (catch-and-apply 'error (lambda (tag c) (throw tag c)) (car 5)))  ;=> (wrong-type ("throw.lisp" 43 58))

;;;; tag nil catches everything
(catch nil (throw 'anything 5))                      ;=> 5
(catch nil (throw 'a 1) 2)                           ;=> 1
(condition-code (catch nil (car 5)))                 ;=> wrong-type
(catch nil 'nothing-thrown)                          ;=> nothing-thrown
(catch 'a (catch nil (throw 'a 1)) 'reached)         ;=> reached

;;;; the handler is evaluated before the expression
(setq log nil)
(catch-and-apply (progn (setq log (cons 'tag log)) 'a)
  (progn (setq log (cons 'handler log)) list)
  (progn (setq log (cons 'body log)) 1))      ;=> 1
log                                           ;=> (body handler tag)
(catch-and-apply 'a 5 'not-thrown)            ;=> not-thrown
(catch-and-apply 'a 5 (throw 'a 1))           ;!! not-a-function

;;;; the handler runs outside of its catch
(catch 'a (catch-and-apply 'a (lambda (tag value) (throw 'a (list 'again value))) (throw 'a 1)))  ;=> (again 1)
(catch-and-apply 'a (lambda (tag v) (throw 'a v)) (throw 'a 1))                                   ;!! uncaught-throw
(catch-and-apply 'a list (catch-and-apply 'a (lambda (tag v) (throw tag (+ v 1))) (throw 'a 1)))  ;=> (a 2)

;;;; the innermost catch with the tag wins
(catch 'a (list 'outer (catch 'a (throw 'a 1))))     ;=> (outer 1)
(catch 'a (catch 'b (throw 'a 1)) 'not-reached)      ;=> 1
(catch 'a (catch 'b (throw 'b 1)) 'reached)          ;=> reached
(catch 'b (catch 'a (throw 'b (catch 'b (throw 'b 2)))) 3)  ;=> 2

;;;; the tag is evaluated
(let ((tag 'x)) (catch tag (throw 'x 1)))            ;=> 1
(catch (list 1 2) (throw '(1 2) 'equal))             ;=> equal
(catch "s" (throw "s" 1))                            ;=> 1
(catch 1 (throw 1.0 'number))                        ;=> number
(catch 'a (throw (car '(a b)) 1))                    ;=> 1

;;;; throw ends the catch of its tag
(catch 'done (throw 'done 5) 'not-reached)           ;=> 5
(catch 'other 1 2)                                   ;=> 2
(catch 'done (dotimes (i 10) (when (= i 3) (throw 'done i))))  ;=> 3
(catch 'a (throw 'a))                                ;=> nil
(+ 1 (catch 'a (* 100 (throw 'a 1))))                ;=> 2

;;;; throwing to nil is caught by nil
(catch nil (throw nil 5))                            ;=> 5
(catch 'a (throw nil 5))                             ;!! uncaught-throw

;;;; variables assigned before a throw keep their values
(let ((n 0)) (catch 'x (setq n 1) (throw 'x nil) (setq n 2)) n)   ;=> 1
(defproc f (l) (let ((seen nil)) (catch 'stop (dolist (x l) (when (= x 'end) (throw 'stop nil)) (setq seen (cons x seen)))) (reverse seen)))
(f '(a b end c))                        ;=> (a b)
(let ((a 1) (b 2)) (catch 'x (let ((a 10)) (setq b a) (throw 'x nil))) (list a b))  ;=> (1 10)

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
(return-from nowhere 1)                           ;!! syntax @133:1 there is no block named nowhere
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

;;;; a cleanup may catch for itself
(setq log nil)
(catch 'a
  (unwind-protect (throw 'a 'outer)
    (setq log (list (catch 'a (throw 'a 'inner)) (catch 'error (throw 'error 'e))))))  ;=> outer
log                                                                         ;=> (inner e)

;;;; a cleanup runs before the handler
(setq log nil)
(catch-and-apply 'x (lambda (tag v) (setq log (cons 'handler log)) v)
  (unwind-protect (throw 'x 1) (setq log (cons 'cleanup log))))      ;=> 1
(reverse log)                                        ;=> (cleanup handler)

;;;; a re entered body runs its cleanup again
(setq log nil)
(let ((k nil) (n 0))
  (unwind-protect
    (progn (call/cc (lambda (c) (setq k c))) (setq n (+ n 1)))
    (setq log (cons n log)))
  (if (< n 3) (k nil) (reverse log)))                ;=> (1 2 3)

;;;; a throw in a cleanup replaces the one under way
(catch 'a (catch 'b (unwind-protect (throw 'a 1) (throw 'b 2))) 3)    ;=> 3
(catch 'a (list (catch 'b (unwind-protect (throw 'a 1) (throw 'b 2)))))  ;=> (2)
(catch 'error (unwind-protect (throw 'error 'first) (throw 'error 'second)))  ;=> second
(catch-and-apply 'error (lambda (tag c) (condition-code c)) (unwind-protect (throw 'nowhere 1) (car 5)))  ;=> wrong-type

;;;; a throw passes through native callbacks
(setq log nil)
(catch 'out (apply (lambda (x) (unwind-protect (throw 'out x) (setq log (cons x log)))) '(1)))   ;=> 1
(catch 'out (map-with (lambda (x) (unwind-protect (throw 'out x) (setq log (cons x log)))) '(2 3)))   ;=> 2
(catch 'out (eval '(throw 'out 'from-eval)))                                            ;=> from-eval
log                                                                                     ;=> (2 1)

;;;; a throw passes through unwind protect in every frame
(setq n 0)
(defproc deep (k) (if (= k 0) (throw 'bottom 'reached) (unwind-protect (deep (- k 1)) (setq n (+ n 1)))))
(catch 'bottom (deep 1000))           ;=> reached
n                                     ;=> 1000

;;;; nested cleanups run from the inside out
(setq log nil)
(defproc note (x) (setq log (cons x log)))
(catch 'x
  (unwind-protect
    (unwind-protect
      (unwind-protect (throw 'x 'value) (note 1))
      (note 2))
    (note 3)))                                ;=> value
(reverse log)                                 ;=> (1 2 3)

;;;; the cleanup runs after the body
(setq log nil)
(unwind-protect 'value (setq log (cons 'cleanup log)))    ;=> value
log                                                       ;=> (cleanup)
(unwind-protect (progn (setq log (cons 'body log)) 1) (setq log (cons 'a log)) (setq log (cons 'b log)))  ;=> 1
log                                                       ;=> (b a body cleanup)
(unwind-protect 5)                                        ;=> 5

;;;; the cleanup runs when something is thrown
(setq log nil)
(catch 'x (unwind-protect (throw 'x 1) (setq log 'cleaned)))   ;=> 1
log                                                            ;=> cleaned
(setq log nil)
(catch 'error (unwind-protect (car 5) (setq log 'cleaned)) 'not-reached)
log                                                            ;=> cleaned
(setq log nil)
(unwind-protect (car 5) (setq log 'cleaned))                   ;!! wrong-type @228:17
log                                                            ;=> cleaned

;;;; the value does not depend on the cleanup
(let ((n 1)) (list (unwind-protect n (setq n 2)) n))                  ;=> (1 2)
(let ((l nil)) (unwind-protect (list 1 2 3) (dotimes (i 100) (setq l (list i l)))))  ;=> (1 2 3)
(block b (unwind-protect 'body (return-from b 'cleanup)))             ;=> cleanup
(dotimes (i 3 'end) (unwind-protect i (when (= i 1) (return 'returned))))  ;=> returned

;;;; what a cleanup throws takes the place of what it has stopped
; The handler of a throw that cleanups stop is looked for once; what a cleanup does must not lead it elsewhere.
(setq steps nil)
(defproc note (x) (setq steps (cons x steps)) x)
(catch 'a
  (catch 'b
    (unwind-protect
      (unwind-protect (throw 'a 1) (note 'inner))
      (throw 'b 2)))
  (note 'between)
  3)                                                                        ;=> 3
(catch 'a
  (unwind-protect
    (throw 'a 1)
    (note (catch 'a (unwind-protect (throw 'a 'mine) (note 'own))))))       ;=> 1
(catch 'a
  (note (catch 'a
    (unwind-protect
      (unwind-protect (throw 'a 1) (catch 'a (note 'x)))
      (note 'y))))
  2)                                                                        ;=> 2
; A capture in a cleanup takes the handlers to the heap and back.
(catch 'a
  (unwind-protect
    (unwind-protect (throw 'a 1) (note (+ 1 (call/cc (lambda (k) 1)))))
    (note (call/cc (lambda (k) (k 'entered))))))                            ;=> 1
(catch 'a
  (unwind-protect
    (throw 'a 1)
    (eval '(catch 'a (unwind-protect (throw 'a 2) (note 'nested))))))       ;=> 1
(reverse steps)  ;=> (inner between own mine x y 1 2 entered nested)

;;;; exit cannot be caught
(catch nil (exit))                                               ;!! exit the program ended itself with status 0
(catch-and-apply nil (lambda (tag value) 'caught) (exit 7))      ;!! exit status 7
(ignore-errors (exit nil))                                       ;!! exit status 1
(block b (exit t))                                               ;!! exit status 0
(exit 256)                                                       ;!! wrong-type status must be t (success), nil (failure) or an integer
(exit 'a)                                                        ;!! wrong-type
(eval '(exit 5))                                                 ;!! exit status 5
(progn (defmacro m () (exit 4)) (m))                             ;!! exit status 4

;;;; exit runs the cleanups
(unwind-protect
  (unwind-protect (exit 2) (display "inner "))
  (display "outer"))                                 ;!! exit status 2
;>> inner outer
(catch 'out (unwind-protect (exit 3) (throw 'out 1)))  ;!! exit status 3
(block b (unwind-protect (exit 4) (return-from b 1)))  ;!! exit status 4
(call/cc (lambda (k) (unwind-protect (exit 5) (k 1))))  ;!! exit status 5
(unwind-protect (exit 6) (display (catch 'in (throw 'in "caught inside"))))  ;!! exit status 6
;>> caught inside
(unwind-protect (exit 7) (eval '(throw 'nowhere 1)))   ;!! uncaught-throw
(unwind-protect (exit 8) (exit 9))                     ;!! exit status 9
(ignore-errors (unwind-protect (exit 10) (car 1)))     ;!! exit status 10
(+ 1 (catch 'a (throw 'a 1)))                          ;=> 2
