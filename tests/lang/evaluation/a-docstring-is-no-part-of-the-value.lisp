(defproc f (x) "Adds one to x." (+ x 1))
(f 1)                           ;=> 2
(doc f)                         ;=> "Adds one to x."
(doc 'f)                        ;=> "Adds one to x."
(defproc g () "only a string")
(g)                             ;=> "only a string"
(doc g)                         ;=> nil
(defmacro m (x) "Doubles." `(* 2 ,x))
(m 4)                           ;=> 8
(doc 'm)                        ;=> "Doubles."
