; Errors name what the program wrote.
(require 'scheme)
(vector-ref (vector 1 2) 10)     ;!! index-out-of-range @3:1 vector-ref: index 10 outside a vector of 2
(vector-length 'a)               ;!! wrong-type @4:1 vector-length:
(string-set! (make-string 2 #\a) 5 #\b)  ;!! index-out-of-range @5:1 string-set!: index 5
(memq 'a 'b)                     ;!! wrong-type @6:1 memq:
(assertion-violation 'f "bad argument:" 1)  ;!! user-error f: bad argument: 1
(undefined-name 1)               ;!! unbound-variable @8:2 undefined-name is not defined
(let ((f (lambda (x) x))) (f))   ;!! argument-count
("no procedure" 1)               ;!! not-a-function
(hash-table-ref (make-hash-table) 'a)  ;!! user-error the table has no key a
; An error inside of the dialect is shown where the program called it, and by the names of the program.
(define-record-type node (fields e o))  ;!! argument-count @13:1 define-record-type: expected at least 3
(let () (define-record-type node (fields e o)) 1)  ;!! argument-count @14:9
(define-record-type p (make-p x) p? (x px set-px!))
(+ 1 (px 5))                     ;!! wrong-type @16:6 px: record must be a record of type p, got 5
(+ 1 (set-px! 5 1))              ;!! wrong-type @17:6 set-px!: record must be
(let-values (((a b) (values 1 2 3))) a)  ;!! argument-count @18:1 expected 2 arguments (a b), got 3
(+ 1 (call-with-input-file "none" read))  ;!! file @19:6
(list (make-hash-table <))       ;!! bad-value @20:7
(begin (import (no such library)) 1)  ;!! user-error @21:8
(list (raise 'boom))             ;!! user-error @22:7
(sqrt -4)                        ;!! bad-value @23:1 complex numbers are not supported
(log -1)                         ;!! bad-value complex numbers are not supported
(log 0)                          ;!! bad-value log: number must be positive, got 0
