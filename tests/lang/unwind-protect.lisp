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
(unwind-protect (car 5) (setq log 'cleaned))                   ;!! wrong-type @68:17
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
