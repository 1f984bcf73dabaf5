(setq b (board 4))
(assign (assign b 0 0 1) 0 1 1)           ;=> nil
(weight b '(0 1))                         ;=> 1.0
(assign (assign b 0 0 1) 0 1 1)           ;=> nil
(weight b '(0 1))                         ;=> 2.0
(weight (board 4) '(0 1))                 ;=> 2.0
(weight (board 9) '(0 1))                 ;=> 1.0
(min-dom/wdeg-cell b)                     ;=> (0 1)
(most-constrained b :tie 'weight)         ;=> (0 1)
(most-constrained b)                      ;=> (0 0)
(weight (reset-weights! b) '(0 1))        ;=> 1.0
