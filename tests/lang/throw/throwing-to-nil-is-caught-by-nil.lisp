(catch nil (throw nil 5))                            ;=> 5
(catch 'a (throw nil 5))                             ;!! uncaught-throw
