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
