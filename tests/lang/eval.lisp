;;;; apply and funcall call functions
(apply + '(1 2 3))                     ;=> 6
(apply list 1 2 '(3 4))                ;=> (1 2 3 4)
(apply + nil)                          ;=> 0
(apply (lambda (a &optional b) (list a b)) '(1))  ;=> (1 nil)
(funcall + 1 2)                        ;=> 3
(apply + 1)                            ;!! wrong-type apply
(apply + '(1 . 2))                     ;!! wrong-type
(apply 5 '(1))                         ;!! not-a-function
(apply car '(1 2))                     ;!! argument-count

;;;; errors in evaluated code can be caught
(catch-and-apply 'error (lambda (tag c) (condition-code c)) (eval '(if)))       ;=> syntax
(catch-and-apply 'error (lambda (tag c) (condition-code c)) (eval '(car 5)))    ;=> wrong-type
(catch 'x (eval '(throw 'x 1)))        ;=> 1
(eval '(1 2))                          ;!! not-a-function
(eval)                                 ;!! argument-count

;;;; eval defines globals and macros
(eval '(defproc f (x) (* x 2)))        ;=> f
(f 4)                                  ;=> 8
(eval '(setq y 5))
y                                      ;=> 5
(eval '(defmacro m (x) (list 'quote x)))
(m (a b))                              ;=> (a b)

;;;; eval evaluates a form
(eval '(+ 1 2))                        ;=> 3
(eval ''a)                             ;=> a
(eval 5)                               ;=> 5
(eval (list 'let '((a 2)) '(* a a)))   ;=> 4
(let ((a 'local)) (setq a 1) (catch 'error (eval 'a) 'no) (condition-code (catch 'error (eval 'unknown-name))))  ;=> unbound-variable
(setq x 10)
(let ((x 20)) (eval 'x))               ;=> 10
