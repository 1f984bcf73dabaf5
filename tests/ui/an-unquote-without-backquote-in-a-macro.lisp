(defmacro twice (x) '(progn ,x ,x))
(twice (print 1))
