(catch nil (throw 'anything 5))                      ;=> 5
(catch nil (throw 'a 1) 2)                           ;=> 1
(condition-code (catch nil (car 5)))                 ;=> wrong-type
(catch nil 'nothing-thrown)                          ;=> nothing-thrown
(catch 'a (catch nil (throw 'a 1)) 'reached)         ;=> reached
