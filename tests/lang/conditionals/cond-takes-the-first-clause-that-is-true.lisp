(cond ((= 1 2) 'a) ((= 1 1) 'b) (t 'c))    ;=> b
(cond ((= 1 2) 'a))                        ;=> nil
(cond)                                     ;=> nil
(cond (nil 1) (7) (t 2))                   ;=> 7
(cond (t 1 2 3))                           ;=> 3
(cond ((= 1 2) 'a) (else 'b))              ;=> b
(cond ((assoc 2 '((1 a) (2 b))) => second) (t 'none))  ;=> b
