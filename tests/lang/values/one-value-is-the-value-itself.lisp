(values 5)                                         ;=> 5
(+ 1 (values 2))                                   ;=> 3
(defproc divide (a b) (values (floor a b) (modulo a b)))
(receive (q r) (divide 17 5) (list q r))           ;=> (3 2)
(receive (a b) (if t (values 1 2) 3) (list a b))   ;=> (1 2)
