; found: 2026-11-20, a reader of the core's code
(> 'a 5)                                           ;!! wrong-type >: argument 1
(<= 1 'a)                                          ;!! wrong-type <=: argument 2
(+ 1 'a)                                           ;!! wrong-type +: argument 2
(defun f (x) x)                                    ;!! unbound-variable defun is not defined
(throw 'error 5)                                   ;!! user-error @6:1 5
