(require 'amb)
(setq n 0)
(one-value (local (setq n 5)))                     ;=> 5
n                                                  ;=> 0
(catch 'out (all-values (local (setq n (amb 1 2))) (throw 'out n)))   ;=> 1
n                                                  ;=> 0
(all-values (local (setq n 7)) (car n))            ;!! wrong-type
n                                                  ;=> 0
(block b (for-effects (local (setq n 8)) (return-from b n)))   ;=> 8
n                                                  ;=> 0
; Outside of all searches they are undone by failures only.
(local (setq n 9))                                 ;=> 9
n                                                  ;=> 9
(fail)                                             ;!! user-error
n                                                  ;=> 0
