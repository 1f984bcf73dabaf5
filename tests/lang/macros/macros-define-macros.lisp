(defmacro define-alias (new old) `(defmacro ,new args (cons ',old args)))
(define-alias plus +)
(plus 1 2)                               ;=> 3
(defmacro define-multiplier (name n) `(defmacro ,name (x) `(* ,,n ,x)))
(define-multiplier triple 3)
(triple 5)                               ;=> 15
(define-alias my-let let)
(my-let ((a 1)) a)                       ;=> 1
