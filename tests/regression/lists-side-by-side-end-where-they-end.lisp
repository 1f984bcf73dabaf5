; found: 2026-11-22, random programs on two evaluators: the function was called once more than in the library's loop
; The library's functions and the loops that calls of them become do the same in the same order, also where a list is none.
(setq log nil)
(defproc note (a b) (setq log (cons (list a b) log)))
(setq as-value for-each)
(setq map-as-value map-with)
(map-with note '(1 2) '(3 . 4))       ;!! wrong-type
log                                   ;=> ((1 3))
(map-as-value note '(1 2) '(5 . 6))   ;!! wrong-type
log                                   ;=> ((1 5) (1 3))
(for-each note '(1 2) '(7 . 8))       ;!! wrong-type
(as-value note '(1 2) '(9 . 8))       ;!! wrong-type
log                                   ;=> ((1 9) (1 7) (1 5) (1 3))
(list (map-as-value list '(1 2 3) '(a b) '(x y z)) (as-value list '(1) '(2)))  ;=> (((1 a x) (2 b y)) nil)
