(block b (+ 1 (return-from b 7)))             ;=> 7
(block b 1 2)                                 ;=> 2
(block b (return-from b))                     ;=> nil
(block a (list (block b (return-from a 'out)) 'not-reached))  ;=> out
(block a (list (block b (return-from b 'in)) 'reached))       ;=> (in reached)
(block a (block a (return-from a 1)) 2)       ;=> 2
