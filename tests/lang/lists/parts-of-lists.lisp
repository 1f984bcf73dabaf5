(first '(1 2 3))       ;=> 1
(rest '(1 2 3))        ;=> (2 3)
(second '(1 2 3))      ;=> 2
(third '(1 2 3))       ;=> 3
(nth 2 '(a b c))       ;=> c
(nth 5 '(a b))         ;=> nil
(last '(1 2 3))        ;=> 3
(rest '(1 . 2))        ;=> 2
