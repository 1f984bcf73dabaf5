(catch 'a (catch 'b (unwind-protect (throw 'a 1) (throw 'b 2))) 3)    ;=> 3
(catch 'a (list (catch 'b (unwind-protect (throw 'a 1) (throw 'b 2)))))  ;=> (2)
(catch 'error (unwind-protect (throw 'error 'first) (throw 'error 'second)))  ;=> second
(catch-and-apply 'error (lambda (tag c) (condition-code c)) (unwind-protect (throw 'nowhere 1) (car 5)))  ;=> wrong-type
