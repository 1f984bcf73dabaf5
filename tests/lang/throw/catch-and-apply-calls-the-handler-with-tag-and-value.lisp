(catch-and-apply 'a list (throw 'a 1))                       ;=> (a 1)
(catch-and-apply 'a list 5)                                  ;=> 5
(catch-and-apply nil list (throw 'b '(1 2)))                 ;=> (b (1 2))
(catch-and-apply nil (lambda (tag value) (list 'handled tag value)) (throw 'c 1))  ;=> (handled c 1)
(+ 1 (catch-and-apply 'a (lambda (tag value) (* value 10)) (throw 'a 4)))  ;=> 41
