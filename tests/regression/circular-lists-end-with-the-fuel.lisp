; found: 2026-11-20, fuzzing
; limits: fuel=100000 memory=16M
; not under: fuel stress
(defproc circle () (let ((l (list 1 2 3))) (set-cdr! (last-pair l) l) l))
(length (circle))               ;!! wrong-type
(reverse (circle))              ;!! out-of-fuel
(append (circle) '(1))          ;!! out-of-fuel
(apply + (circle))              ;!! wrong-type
(eval (circle))                 ;!! out-of-fuel
(eval (cons 'progn (circle)))   ;!! wrong-type
(eval (list 'lambda (circle) 1))  ;!! out-of-fuel
(drop 1000000000 (circle))      ;!! out-of-fuel
(map-with (lambda (x) x) (circle))  ;!! out-of-fuel
(= (circle) (circle))           ;!! out-of-fuel
(format nil "~{~a~}" (circle))  ;!! wrong-type
(let ((l (list 1))) (set-car! l l) (eval l))  ;!! too-complex
