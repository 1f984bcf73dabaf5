(require 'scheme)

(guard (e (else 'all)) (raise 'a))                                         ;=> all
(guard (o (#t o)) (let ((else #f)) (guard (e (else 'all)) (raise 'a))))    ;=> a
(guard (o (#t o)) (let ((else 1)) (guard (e (else 'all)) (raise 'a))))     ;=> all
(let ((else #f)) (guard (e (else 'all)) 'fine))                            ;=> fine

(define-syntax guarded (syntax-rules () ((_ x) (let ((else #f)) (guard (e (else 'all)) x)))))
(guard (o (#t o)) (guarded (raise 'b)))                                    ;=> b
