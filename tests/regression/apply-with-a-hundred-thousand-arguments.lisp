; found: 2026-11-20, fuzzing
; not under: stress: it would take minutes with so much data
(apply + (iota 100000))                                 ;=> 4999950000
(apply (lambda more (length more)) (iota 100000))       ;=> 100000
(apply (lambda (a &optional b &rest more) (list a b (length more))) (iota 100000))  ;=> (0 1 99998)
(apply list (iota 3))                                   ;=> (0 1 2)
(apply (lambda (a) a) (iota 100000))                    ;!! argument-count
(apply (lambda (&key a) a) (iota 100000))               ;!! argument-count
(length (apply append (map-with list (iota 100000))))   ;=> 100000
