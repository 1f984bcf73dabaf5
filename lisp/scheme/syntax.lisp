; Scheme's special forms that are macros.

(defmacro let1 (name value &body body)
  "Evaluates the body with one variable bound.

(let1 n 3 (* n n))  ;=> 9"
  `(,let ((,name ,value)) ,@body))
