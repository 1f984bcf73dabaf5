(digits 5 1 2)                    ;=> (1 2 5)
(list (digits 0) (digits 55 0))   ;=> ((0) (0 55))
(display (digits 1 2))            ;>> (1 2)
(vector (digits 1 2) nil)         ;=> #((1 2) nil)
(list 'quote (digits 1 2))        ;=> '(1 2)
(cons 'quote (digits 5))          ;=> '5
(format nil "~a ~s" (digits 1 2) (digits 3)) ;=> "(1 2) (3)"
