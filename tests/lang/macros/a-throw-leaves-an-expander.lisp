(defmacro leave (x) (throw 'out (list 'expanding x)))
(catch 'out (eval '(leave a)))           ;=> (expanding a)
(leave b)                                ;!! uncaught-throw
(+ 1 2)                                  ;=> 3
