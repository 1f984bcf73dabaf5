(defmacro sum args (cons '+ args))
(sum 1 2 3)                              ;=> 6
(sum)                                    ;=> 0
(defmacro swap (a b) `(let ((tmp ,a)) (setq ,a ,b) (setq ,b tmp)))
(let ((x 1) (y 2)) (swap x y) (list x y))  ;=> (2 1)
(defmacro none () ''nothing)
(none)                                   ;=> nothing
(defmacro m (x) x)                       ;=> m
