(catch nil (exit))                                               ;!! exit the program ended itself with status 0
(catch-and-apply nil (lambda (tag value) 'caught) (exit 7))      ;!! exit status 7
(ignore-errors (exit nil))                                       ;!! exit status 1
(block b (exit t))                                               ;!! exit status 0
(exit 256)                                                       ;!! wrong-type status must be t (success), nil (failure) or an integer
(exit 'a)                                                        ;!! wrong-type
(eval '(exit 5))                                                 ;!! exit status 5
(progn (defmacro m () (exit 4)) (m))                             ;!! exit status 4
