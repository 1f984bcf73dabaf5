; found: 2026-11-22, random programs on two evaluators: an error came before the throw that ends the form
; Operands are evaluated before the operation is done, as in a call, however many there are.
(catch 'out (+ 'a 1 (throw 'out 5)))                     ;=> 5
(catch 'out (* 'a 1 2 (throw 'out 5) 7))                 ;=> 5
(catch 'out (- 'a 1 (throw 'out 5)))                     ;=> 5
(+ 'a 1 (print 'seen))                                   ;!! wrong-type
;>> seen
(let ((n 1)) (list (+ n 10 (setq n 5) n) (- n 1 (setq n 2) n) (* n 2 (progn (setq n 3) n) n)))  ;=> (21 0 36)
(let ((n 1)) (let ((f (lambda () (setq n (* 10 n))))) (list (+ n 1 (f) n (f)) n)))              ;=> (122 100)
(let ((k nil) (l nil)) (setq l (cons (+ 1 2 (call/cc (lambda (c) (setq k c) 3)) 4) l)) (if (< (length l) 3) (k (length l)) l))  ;=> (9 8 10)
; The product is there before what is added to it.
(catch 'out (+ (* 'a 2) (throw 'out 5)))                 ;!! wrong-type
(catch 'out (+ (throw 'out 5) (* 'a 2)))                 ;=> 5
(+ (* 'a 2) (print 'unseen))                             ;!! wrong-type
(let ((a 2) (b 3)) (+ (* a b) (progn (setq a 10) a)))    ;=> 16
(let ((f (lambda (a b c) (+ (* a b) (first c))))) (f 2 3 '(4)))  ;=> 10
