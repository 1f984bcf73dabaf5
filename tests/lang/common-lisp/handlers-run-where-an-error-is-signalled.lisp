;; file: safely.lisp
(defproc first-or (default x) (catch-and-apply 'error (lambda (tag c) default) (first x)))
(defproc called (f) (catch-and-apply 'error (lambda (tag c) (list 'caught tag (condition-code c))) (f)))
(defproc rethrown (f) (catch-and-apply 'error (lambda (tag c) (throw tag c)) (f)))
;; main
(require 'common-lisp)
(require 'safely)
(handler-bind ((error (lambda (c) (use-value 7)))) (restart-case (car 5) (use-value (v) v)))           ;=> 7
(handler-bind ((error (lambda (c) (use-value 7)))) (+ 1 (restart-case (error "no") (use-value (v) v))))  ;=> 8
(progn (defvar *depth* 1) (defun depth () *depth*))
(handler-bind ((error (lambda (c) (throw 'out (depth))))) (catch 'out (let ((*depth* 2)) (car 5))))    ;=> 2
(handler-case (let ((*depth* 2)) (car 5)) (error () (depth)))                                          ;=> 1
(restart-case (let ((*depth* 2)) (invoke-restart 'leave)) (leave () (depth)))                          ;=> 1
(handler-case (unwind-protect (car 5) (princ "cleaned up, ")) (error () (princ "handled") 'done))
                                                                            ;>> cleaned up, handled
(handler-case (car (make-condition 'simple-error)) (error () 1))            ;=> 1
(handler-case (nth 0 (make-condition 'warning)) (warning () 1) (error () 2))  ;=> 2
(handler-bind ((error (lambda (c) (princ "seen")))) (car 5))                ;>> seen
                                                                            ;!! wrong-type @18:53
(handler-bind ((error (lambda (c) (princ "seen")))) (unwind-protect (car 5) (princ ", left")))
                                                                            ;>> seen, left
                                                                            ;!! wrong-type @20:69
; While a handler runs, those of its own form are not in force.
(let ((log '())) (ignore-errors (handler-bind ((error (lambda (c) (push 1 log) (error "again"))) (error (lambda (c) (push 2 log)))) (handler-bind ((error (lambda (c) (push 0 log)))) (car 5)))) log)  ;=> (1 0)
(handler-case (handler-bind ((error (lambda (c) (error "in the handler")))) (car 5)) (error (c) (princ-to-string c)))  ;=> "in the handler"
; Inner forms of other modules that catch errors are asked before outer handlers.
(handler-bind ((error (lambda (c) (princ "never")))) (first-or 'none 5))    ;=> none
(called (lambda () (handler-bind ((error (lambda (c) (princ "first")))) (car 5))))  ;>> first
                                                                            ;=> (caught error wrong-type)
(handler-bind ((error (lambda (c) (princ "outer")))) (rethrown (lambda () (handler-bind ((error (lambda (c) (princ "inner ")))) (car 5)))))
                                                                            ;>> inner outer
                                                                            ;!! wrong-type
(handler-bind ((error (lambda (c) (princ "never")))) (rethrown (lambda () (handler-case (car 5) (error () 'here)))))  ;=> here
; Throws have tags of their own.
(handler-case (throw 'nowhere 1) (control-error (c) (princ-to-string c)))   ;=> "nothing catches the tag nowhere"
(list (catch nil (ignore-errors (car 5)) 'on) (catch 'error (throw 'error 5)))  ;=> (on 5)
(catch 'error (car 5))                                                      ;!! wrong-type
; A signal passes; so do limits.
(handler-bind ((condition (lambda (c) (princ "asked")))) (signal 'condition) 'on)  ;>> asked
                                                                            ;=> on
(let ((log '())) (handler-bind ((warning (lambda (c) (push 'w log) (muffle-warning c)))) (warn "x") (warn "y")) log)  ;=> (w w)
(mapcar #'restart-name (restart-case (compute-restarts) (a () 1) (b () 2)))  ;=> (a b)
(restart-case (list (princ-to-string (find-restart 'a)) (princ-to-string (find-restart 'b))) (a () :report "Take a." 1) (b () :report (lambda (s) (format s "Take ~a." 'b)) 2))  ;=> ("Take a." "Take B.")
(handler-case (symbol-value 'nobody) (undefined-function () 'function) (unbound-variable () 'variable))  ;=> variable
(handler-case nobody (undefined-function () 'function) (unbound-variable () 'variable))                 ;=> variable
(handler-case (nobody) (unbound-variable () 'variable) (undefined-function () 'function))               ;=> function
(handler-case (funcall 'nobody) (unbound-variable () 'variable) (undefined-function () 'function))      ;=> function
(handler-case #'nobody (unbound-variable () 'variable) (undefined-function () 'function))               ;=> function
