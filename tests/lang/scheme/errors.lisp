; Errors name what the program wrote.
(require 'scheme)
(vector-ref (vector 1 2) 10)     ;!! index-out-of-range @3:1 vector-ref: coordinates (10) outside
(vector-length 'a)               ;!! wrong-type @4:1 vector-length:
(string-set! (make-string 2 #\a) 5 #\b)  ;!! index-out-of-range @5:1 string-set!: index 5
(memq 'a 'b)                     ;!! wrong-type @6:1 memq:
(assertion-violation 'f "bad argument:" 1)  ;!! user-error f: bad argument: 1
(undefined-name 1)               ;!! unbound-variable @8:1 undefined-name is not defined
(let ((f (lambda (x) x))) (f))   ;!! argument-count
("no procedure" 1)               ;!! not-a-function
(hash-table-ref (make-hash-table) 'a)  ;!! user-error the table has no key a
