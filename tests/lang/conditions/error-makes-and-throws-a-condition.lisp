(error "no such thing" 'a 1)              ;!! user-error @1:1 no such thing
(setq c (catch 'error (error "bad:" 1 "two" 'three)))
(condition-code c)                        ;=> user-error
(condition-irritants c)                   ;=> (1 "two" three)
(catch-and-apply nil (lambda (tag c) tag) (error "x"))   ;=> error
