; found: 2026-11-20, the corpus of the language, as it was written
(map-with list '(1 2 3) '(a b))                      ;=> ((1 a) (2 b))
(map-with list nil '(a b))                           ;=> nil
(map-with list '(nil nil) '(a b))                    ;=> ((nil a) (nil b))
(map-with + '(1 2) '(1 2) '(1 2))                    ;=> (3 6)
