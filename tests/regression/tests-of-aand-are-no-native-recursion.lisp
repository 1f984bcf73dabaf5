(eval (cons 'aand (append (map-with (lambda (i) i) (iota 100)) '(it))))  ;=> 99
(eval (cons 'aand (iota 100000)))                                        ;!! too-complex
(+ 1 2)                                                                  ;=> 3
