(defproc f (x)
  (let ((y 1))
    (+ x y))                             ;!! unclosed @1:1 (defproc f
(+ 1 2)                                  ;=> 3
(list (list 1)                           ;!! unclosed @5:1
