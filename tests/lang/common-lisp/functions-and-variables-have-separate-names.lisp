(require 'common-lisp)
(defun head-and-list (list) (list (first list) list))
(head-and-list '(1 2))                          ;=> (1 (1 2))
(let ((car 5)) (car (list car)))                ;=> 5
(defun f (f) (if (functionp f) (funcall f 1) (f #'1+)))
(f 0)                                           ;=> 2
(flet ((car (x) (list 'my-car x))) (car 1))     ;=> (my-car 1)
(mapcar 'car '((1 2) (3 4)))                    ;=> (1 3)
(funcall (let ((plus '+)) plus) 1 2)            ;=> 3
(apply 'max 1 '(3 2))                           ;=> 3
(defvar rest '(a b))
(cons (rest rest) rest)                         ;=> ((b) a b)
no-such-variable                                ;!! unbound-variable @13:1
(no-such-function 1)                            ;!! unbound-variable @14:2
(defun car (x) 'mine)
(list (car '(1)) (mapcar #'car '((1))) (cadr '(1 2)))  ;=> (mine (mine) 2)
