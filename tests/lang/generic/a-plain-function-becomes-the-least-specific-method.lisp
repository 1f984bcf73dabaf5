(defproc f (x) (list 'plain x))
(defmethod f (x) (= x 0) 'zero)
(f 0)                                     ;=> zero
(f 1)                                     ;=> (plain 1)
(defmethod length ((x symbol)) t (string-length (symbol->string x)))
(length 'abc)                             ;=> 3
(length '(1 2))                           ;=> 2
(length "four")                           ;=> 4
