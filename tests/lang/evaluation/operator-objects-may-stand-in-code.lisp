(defmacro do-all body (cons progn body))
(do-all 1 2 3)                            ;=> 3
(defmacro choose (test a b) (list if test a b))
(choose (< 1 2) 'less 'more)              ;=> less
(defmacro unless-zero (n form) (list if (list = n 0) nil form))
(unless-zero 0 (car 5))                   ;=> nil
(unless-zero 2 'two)                      ;=> two
(eval (list let (list (list 'a 1)) (list + 'a 1)))  ;=> 2
