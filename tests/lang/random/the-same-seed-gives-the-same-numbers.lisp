(random-seed! 1)                                     ;=> 1
(list (random 10) (random 10) (random 10))           ;=> (8 7 1)
(random-seed! 1)
(list (random 10) (random 10) (random 10))           ;=> (8 7 1)
(random 1.0)                                         ;=> 0.7462168706168104
(random (expt 10 30))                                ;=> 748520912647907284772086902692
(shuffle '(a b c d e f g h))                         ;=> (c e b g f a d h)
(random-element '(a b c))                            ;=> b
(random-element #(1 2 3))                            ;=> 1
