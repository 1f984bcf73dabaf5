;;;; map with stops at the shortest list
; found: 2026-11-20, the corpus of the language, as it was written
(map-with list '(1 2 3) '(a b))                      ;=> ((1 a) (2 b))
(map-with list nil '(a b))                           ;=> nil
(map-with list '(nil nil) '(a b))                    ;=> ((nil a) (nil b))
(map-with + '(1 2) '(1 2) '(1 2))                    ;=> (3 6)

;;;; lists side by side end where they end
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

;;;; circular lists end with the ticks
; found: 2026-11-20, fuzzing
; limits: ticks=100000 memory=16M
; not under: ticks stress
(defproc circle () (let ((l (list 1 2 3))) (set-cdr! (last-pair l) l) l))
(length (circle))               ;!! wrong-type
(reverse (circle))              ;!! out-of-ticks
(append (circle) '(1))          ;!! out-of-ticks
(apply + (circle))              ;!! wrong-type
(eval (circle))                 ;!! out-of-ticks
(eval (cons 'progn (circle)))   ;!! wrong-type
(eval (list 'lambda (circle) 1))  ;!! out-of-ticks
(drop 1000000000 (circle))      ;!! out-of-ticks
(map-with (lambda (x) x) (circle))  ;!! out-of-ticks
(= (circle) (circle))           ;!! out-of-ticks
(format nil "~{~a~}" (circle))  ;!! wrong-type
(let ((l (list 1))) (set-car! l l) (eval l))  ;!! too-complex

;;;; comparing circular data ends
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

;;;; an empty dimension of an array is written
; found: 2026-11-27, a reader of the core's code: the rows without elements were missing
(require 'json)
(json-encode (make-array '(2 0)))          ;=> "[[],[]]"
(json-encode (make-array '(0 2)))          ;=> "[]"
(json-encode (make-array '(2 0 3)))        ;=> "[[],[]]"
(json-encode (make-array '(1 2 0)))        ;=> "[[[],[]]]"
(json-encode (make-array '(2 2) 1))        ;=> "[[1,1],[1,1]]"
(json-encode (vector))                     ;=> "[]"
