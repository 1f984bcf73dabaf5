; The one difference: #f, the empty list and nil are one value. How it is written depends on where it stands.
(require 'scheme)
(list (eq? #f '()) (if '() 'true 'false) (null? #f) (boolean? '()))   ;=> (t false t t)
(display #f)                       ;>> #f
(display '())                      ;>> #f
(write '(a () b))                  ;>> (a () b)
(write '(#t #f))                   ;>> (#t #f)
(write (vector #f 1))              ;>> #(#f 1)
(write (list #t "a" #\b 'c 1.5 'quote ''x))  ;>> (#t "a" #\b c 1.5 quote (quote x))
; `t` and `nil` are names like others.
(define t 5)
(write (list t 't 'nil (string->symbol "nil")))  ;>> (5 t nil nil)
(list nil (null? nil))             ;=> (nil t)
(let ((nil 3)) nil)                ;=> 3
(symbol? 't)                       ;=> t
(list (symbol? '()) (symbol? #t))  ;=> (nil nil)
