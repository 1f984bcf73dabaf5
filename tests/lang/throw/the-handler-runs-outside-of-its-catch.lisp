(catch 'a (catch-and-apply 'a (lambda (tag value) (throw 'a (list 'again value))) (throw 'a 1)))  ;=> (again 1)
(catch-and-apply 'a (lambda (tag v) (throw 'a v)) (throw 'a 1))                                   ;!! uncaught-throw
(catch-and-apply 'a list (catch-and-apply 'a (lambda (tag v) (throw tag (+ v 1))) (throw 'a 1)))  ;=> (a 2)
