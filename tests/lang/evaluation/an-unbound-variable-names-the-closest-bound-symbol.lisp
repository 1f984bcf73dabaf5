frist                       ;!! unbound-variable @1:1 frist is not defined
(catch-and-apply 'error (lambda (tag c) (list tag (condition-code c))) (frist '(1)))  ;=> (error unbound-variable)
(setq counter 1)
(+ countr 1)                ;!! unbound-variable @4:4 countr is not defined
counter                     ;=> 1
