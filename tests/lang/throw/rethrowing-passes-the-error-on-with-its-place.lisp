(catch-and-apply 'error (lambda (tag c) (throw tag c)) (first 5))  ;!! wrong-type @1:56 first
(catch-and-apply 'error (lambda (tag c) (list (condition-code c) (condition-place c)))
  (catch-and-apply 'error (lambda (tag c) (throw tag c)) (car 5)))  ;=> (wrong-type ("rethrowing-passes-the-error-on-with-its-place.lisp" 3 58))
