(eval '(defproc f (x) (* x 2)))        ;=> f
(f 4)                                  ;=> 8
(eval '(setq y 5))
y                                      ;=> 5
(eval '(defmacro m (x) (list 'quote x)))
(m (a b))                              ;=> (a b)
