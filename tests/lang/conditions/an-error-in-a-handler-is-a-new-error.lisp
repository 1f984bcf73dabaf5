(catch-and-apply 'error (lambda (tag c) (car 6)) (car 5))                 ;!! wrong-type got 6
(catch 'error (catch-and-apply 'error (lambda (tag c) (undefined c)) (car 5)) 'not-reached)
(condition-code (catch 'error (catch-and-apply 'error (lambda (tag c) (undefined c)) (car 5))))  ;=> unbound-variable
(catch-and-apply 'error (lambda () 'too-few-parameters) (car 5))          ;!! argument-count
