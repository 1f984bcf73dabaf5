(catch 'error (throw 'error "only a string"))     ;=> "only a string"
(catch-and-apply 'error list (throw 'error 5))    ;=> (error 5)
(throw 'error "only a string")                    ;!! user-error only a string
(throw 'error '(1 2))                             ;!! user-error (1 2)
