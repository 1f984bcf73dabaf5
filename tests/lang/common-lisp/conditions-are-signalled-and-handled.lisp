(require 'common-lisp)
(error "~a and ~s" 'this "that")                                            ;!! user-error @2:1 THIS and "that"
(handler-case (error "no ~d" 5) (error (c) (format nil "caught: ~a" c)))    ;=> "caught: no 5"
(handler-case (/ 1 0) (division-by-zero () 'zero) (error () 'other))        ;=> zero
(handler-case (car 5) (type-error (c) (princ-to-string c)))                 ;=> "car: list must be a list, got 5"
(handler-case (undefined 1) (undefined-function () 'undefined))             ;=> undefined
(handler-case (values 1 2) (error () 0) (:no-error (a b) (list a b)))       ;=> (1 2)
(define-condition too-hot (error) ((degrees :initarg :degrees :reader degrees)) (:report (lambda (c s) (format s "~d is too hot" (degrees c)))))
(error 'too-hot :degrees 50)                                                ;!! user-error @9:1 50 is too hot
(handler-case (error 'too-hot :degrees 50) (too-hot (c) (degrees c)))       ;=> 50
(handler-bind ((too-hot (lambda (c) (invoke-restart 'cool (degrees c))))) (restart-case (error 'too-hot :degrees 50) (cool (d) (list 'cooled d))))  ;=> (cooled 50)
(handler-bind ((warning #'muffle-warning)) (warn "quiet") 'done)            ;=> done
(warn "loud ~a" 1)                                                          ;>> WARNING: loud 1
(let ((log '())) (handler-bind ((error (lambda (c) (push 'outer log)))) (ignore-errors (handler-bind ((error (lambda (c) (push 'inner log)))) (error "x")))) (reverse log))  ;=> (inner)
(signal 'condition)                                                         ;=> nil
(list (ignore-errors (error "x")) (multiple-value-bind (v c) (ignore-errors (error "x")) (list v (princ-to-string c))))  ;=> (nil (nil "x"))
(assert (= 1 2))                                                            ;!! user-error @17:1 The assertion (= 1 2) failed.
(let ((n "5")) (check-type n integer))                                      ;!! user-error
(handler-bind ((error (lambda (c) (continue)))) (cerror "go on" "bad") 'went-on)  ;=> went-on
(with-simple-restart (skip "Skip.") (invoke-restart 'skip) 1)               ;=> #<values nil t>
(unwind-protect 1 2)                                                        ;=> 1
(handler-case (handler-case (error "a") (type-error () 1)) (error () 2))    ;=> 2
