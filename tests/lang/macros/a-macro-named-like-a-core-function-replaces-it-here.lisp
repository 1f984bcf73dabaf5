(defmacro reverse (x) (list 'quote x))
(reverse (1 2))                                      ;=> (1 2)
(map-with identity '(1 2))                           ;=> (1 2)
(let ((reverse (lambda (l) 'local))) (reverse 1))    ;=> local
