(ceiling 7/2)        ;=> 4
(ceiling -7 2)       ;=> -3
(truncate -7/2)      ;=> -3
(round 5/2)          ;=> 2
(round 7/2)          ;=> 4
(round -5/2)         ;=> -2
(round 2.6)          ;=> 3
