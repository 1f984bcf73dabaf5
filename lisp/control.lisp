; Control: macros of the core that are written in the language itself.

(defmacro let/cc (name &body body)
  "Evaluates the body with `name` bound to the current continuation.

(let/cc k (+ 1 (k 5)))  ;=> 5"
  `(call/cc (lambda (,name) ,@body)))

(defmacro receive (formals values &body body)
  "Binds the parameters `formals` to the multiple values of an expression and evaluates the body.

(receive (a b) (values 1 2) (list b a))         ;=> (2 1)
(receive (a . more) (values 1 2 3) (list a more))  ;=> (1 (2 3))"
  `(apply (lambda ,formals ,@body) (%values->list ,values)))
