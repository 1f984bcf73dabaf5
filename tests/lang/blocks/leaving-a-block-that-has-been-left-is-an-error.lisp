(setq exit nil)
(block b (setq exit (lambda (v) (return-from b v))) 'first)     ;=> first
(exit 5)                      ;!! uncaught-throw the block has already been left
(catch-and-apply 'error (lambda (tag c) (condition-code c)) (exit 5))  ;=> uncaught-throw
(block b (exit 5))            ;!! uncaught-throw
