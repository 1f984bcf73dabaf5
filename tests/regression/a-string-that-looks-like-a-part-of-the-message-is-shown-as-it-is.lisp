; found: 2026-11-22, a reader of the code: the message showed a value that nobody had passed
; The message was edited once it was finished: the number of an argument was exchanged in the value shown, too.
(> "argument 2" 1)           ;!! wrong-type >: argument 1 must be a number, got "argument 2"
(>= 1 "argument 1")          ;!! wrong-type >=: argument 2 must be a number, got "argument 1"
(catch-and-apply 'error (lambda (tag c) (condition-message c)) (> 'x 1))  ;=> ">: argument 1 must be a number, got x"
