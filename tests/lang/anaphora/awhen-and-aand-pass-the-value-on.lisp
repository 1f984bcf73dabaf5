(awhen (+ 1 1) (setq x it) (* it 10))  ;=> 20
x                                      ;=> 2
(awhen nil (car 5))                    ;=> nil
(aand 1 (+ it 1) (* it 10))            ;=> 20
(aand 1 nil (car 5))                   ;=> nil
(aand)                                 ;=> t
(aand '((a (b 1))) (first it) (second it) (second it))  ;=> 1
