(sqrt 16)            ;=> 4
(sqrt 1/4)           ;=> 1/2
(sqrt 2)             ;=> 1.4142135623730951
(sqrt 0)             ;=> 0
(sqrt -1)            ;!! bad-value
(sqrt 2.25)          ;=> 1.5
