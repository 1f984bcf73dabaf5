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
