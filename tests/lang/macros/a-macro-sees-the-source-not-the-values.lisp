(defmacro show (form) `(list ',form ,form))
(show (+ 1 2))                                       ;=> ((+ 1 2) 3)
(let ((x 5)) (show x))                               ;=> (x 5)
(show '(a . b))                                      ;=> ('(a . b) (a . b))
