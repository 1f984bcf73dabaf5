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
