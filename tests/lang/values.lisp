;;;; one value is the value itself
(values 5)                                         ;=> 5
(+ 1 (values 2))                                   ;=> 3
(defproc divide (a b) (values (floor a b) (modulo a b)))
(receive (q r) (divide 17 5) (list q r))           ;=> (3 2)
(receive (a b) (if t (values 1 2) 3) (list a b))   ;=> (1 2)

;;;; receive binds multiple values
(receive (a b) (values 1 2) (list b a))            ;=> (2 1)
(receive (a . more) (values 1 2 3) (list a more))  ;=> (1 (2 3))
(receive all (values 1 2) all)                     ;=> (1 2)
(receive (a) 5 a)                                  ;=> 5
(receive all (values) all)                         ;=> nil
(receive (a &optional (b 'none)) (values 1) (list a b))  ;=> (1 none)
(receive (a b) (values 1) a)                       ;!! argument-count
