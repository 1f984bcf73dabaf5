(defmacro version () 1)
(defproc f () (version))
(defmacro version () 2)
(list (f) (version))                     ;=> (1 2)
(defproc version () 3)
(version)                                ;=> 3
