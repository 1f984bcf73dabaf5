(condition? (catch 'error (car 5)))                       ;=> t
(catch-and-apply 'error (lambda (tag c) tag) (car 5))     ;=> error
(condition-code (catch 'error (/ 1 0)))                   ;=> division-by-zero
(condition-code (catch 'error undefined-name))            ;=> unbound-variable
(condition-code (catch 'error (5)))                       ;=> not-a-function
(condition-code (catch 'error ((lambda (x) x))))          ;=> argument-count
(condition-code (catch 'error (get-array-element (make-array 3) '(3))))  ;=> index-out-of-range
