; found: 2026-11-23, random programs in Common Lisp: all values of a default were the value of the parameter, and of
; what a `let` or `catch` returns that of a variable
(require 'common-lisp)
(multiple-value-list ((lambda (a &optional (b (values 1 2))) b) 1))           ;=> (1)
(defun two () (values 1 2))
(defun f (a &optional (b (two)) (c (two) given)) b)
(multiple-value-list (f 1))                                                   ;=> (1)
(defun g (a &optional (b (two)) (c (two) given)) (lambda () (setq b (list b)) c))
(multiple-value-list (funcall (g 1)))                                         ;=> (1)
(defun h (a &key (b (two))) b)
(multiple-value-list (h 1))                                                   ;=> (1)
(list (f 1 5) (h 1 :b 5))                                                     ;=> (5 5)
(multiple-value-list (let ((b (let ((c 1)) (list c) (two)))) b))               ;=> (1)
(multiple-value-list (let ((b (catch 'x (two)))) b))                          ;=> (1)
(multiple-value-list (let ((b (let ((c (list 1))) c (two)))) (list b)))       ;=> ((1))
; warns: unused-value
