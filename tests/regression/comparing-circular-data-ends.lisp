; found: 2026-11-22, by reading what `equal?` says of circular lists: it took fuel for as long as there was any
; not under: stress small-stack: a million steps
(setq a (list 1 2) b (list 1 2) c (list 1 2 1 3))
(set-cdr! (cdr a) a)
(set-cdr! (cdr b) b)
(set-cdr! (last-pair c) c)
(equal? a b)  ;=> t
(equal? a c)  ;=> nil
(setq d (list nil) e (list nil))
(set-car! d d)
(set-car! e e)
(equal? d e)  ;=> t
(member? a (list b))  ;=> t
