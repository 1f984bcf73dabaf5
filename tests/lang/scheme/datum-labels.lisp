; A label names a datum inside of itself or further on; what contains itself is written with labels.
(require 'scheme)
(define (written x) (call-with-output-string (lambda (p) (write x p))))
(define (shared x) (call-with-output-string (lambda (p) (write-shared x p))))
(define (from-text text) (read (open-input-string text)))
(let ((x '#0=(a b . #0#))) (list (car x) (cadr x) (caddr x)))  ;=> (a b a)
(let ((x '#1=(1 #1# 2))) (eq? x (cadr x)))                     ;=> t
(let ((x '#0=#(1 #0#))) (eq? x (vector-ref x 1)))              ;=> t
(let ((x '(#5=(a) . #5#))) (eq? (car x) (cdr x)))              ;=> t
(let ((x '(#1="abc" #1#))) (eq? (car x) (cadr x)))             ;=> t
(equal? (from-text "#0=(1 #1=(2 . #0#) . #1#)") '#0=(1 #1=(2 . #0#) . #1#))  ;=> t
(written '#0=(a b . #0#))            ;=> "#0=(a b . #0#)"
(written '(x #0=(a #0#) #1=#(#1#)))  ;=> "(x #0=(a #0#) #1=#(#1#))"
(written '(a . #0=(b c . #0#)))      ;=> "(a . #0=(b c . #0#))"
(written '(#0=(1 2) #0#))            ;=> "((1 2) (1 2))"
(shared '(#0=(1 2) #0#))             ;=> "(#0=(1 2) #0#)"
(shared '(1 . #0=(2 #0#)))           ;=> "(1 . #0=(2 #0#))"
(shared (let ((s "ab")) (list s s)))  ;=> "(\"ab\" \"ab\")"
(from-text "#0#")                    ;!! bad-token `#0#` stands for no datum
(from-text "(#0# #0=1)")             ;!! bad-token `#0#` stands for no datum
(from-text "#0=#0#")                 ;!! bad-token `#0=` labels nothing but itself
(from-text "(#0=)")                  ;!! bad-token is not followed by a datum
(from-text "#0=(1 ")                 ;!! unclosed
(let-syntax ((m (syntax-rules () ((_ x) (car 'x))))) (m #0=(1 . #0#)))  ;=> 1
