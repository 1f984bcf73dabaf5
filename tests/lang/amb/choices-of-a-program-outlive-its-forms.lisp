; As at a prompt: `(fail)` asks the form before for its next value.
(require 'amb)
(setq x (amb 1 2 3))
x                                                  ;=> 1
(list 'again (progn (fail) 'not-here))             ;=> 2
x                                                  ;=> 2
(fail)                                             ;=> 3
(fail)                                             ;!! user-error fail: no choice
(setq y (amb 1 2))                                 ;=> 1
(reset-choices)                                    ;=> nil
(fail)                                             ;!! user-error fail: no choice
