; found: 2026-11-23, random programs in Scheme: a function in the first column that has a name of the library could not
; be followed by a macro of that name
(require 'scheme)
(define (square x) (list x))                                ;=> square
(square 3)                                                  ;=> (3)
(define-syntax square (syntax-rules () ((_ x) 'a-macro)))   ;=> square
(square 3)                                                  ;=> a-macro
(define (square x) (list x x))                              ;=> square
(square 3)                                                  ;=> (3 3)
