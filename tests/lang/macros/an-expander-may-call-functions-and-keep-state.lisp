(defproc reverse-all (form) (if (pair? form) (reverse (map-with reverse-all form)) form))
(defmacro backwards (form) (reverse-all form))
(backwards ((2 1 -) 10 *))               ;=> -10
(setq counter 0)
(defmacro unique () (setq counter (+ counter 1)))
(list (unique) (unique))                 ;=> (1 2)
(defproc f () (unique))
(list (f) (f))                           ;=> (3 3)
