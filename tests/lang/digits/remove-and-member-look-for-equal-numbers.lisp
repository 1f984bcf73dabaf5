(setq s (digits 1 2 5))
(remove 2 s)                  ;=> (1 5)
(remove 2.0 s)                ;=> (1 5)
(remove 4/2 s)                ;=> (1 5)
(remove 2.5 s)                ;=> (1 2 5)
(remove 'a s)                 ;=> (1 2 5)
(remove -1 s)                 ;=> (1 2 5)
(remove 64 s)                 ;=> (1 2 5)
(remove (expt 2 70) s)        ;=> (1 2 5)
(remove 1e300 s)              ;=> (1 2 5)
(remove -0.0 (digits 0 1))    ;=> (1)
(member? 5 s)                 ;=> t
(member? 5.0 s)               ;=> t
(member? 3 s)                 ;=> nil
(member? nil s)               ;=> nil
(member 2 s)                  ;=> (2 5)
(member 3 s)                  ;=> nil
