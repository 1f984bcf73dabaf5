(require 'amb)
(fail)                                             ;!! user-error fail: no choice has an alternative left
(progn (amb) 1)                                    ;!! user-error
(require-that (= 1 2))                             ;!! user-error
(require-that (= 1 1) 5)                           ;=> 5
(one-value (fail))                                 ;!! user-error
(one-value (fail) 'none)                           ;=> none
(ith-value 3 (amb 1 2))                            ;!! user-error
(best-value (fail) identity)                       ;!! user-error
(catch-and-apply 'error (lambda (tag c) 'caught) (fail))   ;=> caught
