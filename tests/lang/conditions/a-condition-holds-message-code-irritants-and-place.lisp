(setq c (catch 'error (first 5)))
(condition-message c)      ;=> "first: list must be a list, got 5"
(condition-code c)         ;=> wrong-type
(condition-irritants c)    ;=> (5)
(condition-place c)        ;=> ("a-condition-holds-message-code-irritants-and-place.lisp" 1 23)
(condition? c)             ;=> t
(condition? "c")           ;=> nil
(condition-code 5)         ;!! wrong-type
