(defmacro many-variables (n)
  (let ((names (map-with (lambda (i) (string->symbol (string-append "v" (number->string i)))) (iota n))))
    `(let ,(map-with list names (iota n)) (+ ,@names))))
(many-variables 20)                                  ;=> 190
(many-variables 100)                                 ;=> 4950
(defproc f () (many-variables 60))
(f)                                                  ;=> 1770
