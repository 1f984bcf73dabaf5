(defmacro sum-of-many (n) (cons '+ (iota n)))
(sum-of-many 100)                                    ;=> 4950
(defmacro list-of-many (n) (cons 'list (iota n)))
(length (list-of-many 200))                          ;=> 200
(defmacro progn-of-many (n) (cons 'progn (iota n)))
(progn-of-many 3000)                                 ;=> 2999
(defmacro cond-of-many (n) (cons 'cond (map-with (lambda (i) (list nil i)) (iota n))))
(cond-of-many 300)                                   ;=> nil
