; Numbers, characters, strings, vectors, bytevectors, lists, quasi-quotation.
(require 'scheme)
(list (floor 2.5) (round 2.5) (round 3.5) (round 7/2) (truncate -2.5) (exact (floor 2.5)))  ;=> (2.0 2.0 4.0 4 -2.0 2)
(list (quotient -7 2) (modulo -7 2) (remainder -7 2) (exact->inexact 1/4) (inexact->exact .25))  ;=> (-3 1 -1 0.25 1/4)
(list (sqrt 16) (sqrt 2.25) (expt 2 100) (exact-integer? 5) (rational? 1.5) (integer? 2.0) (number->string 255 16) (string->number "#xff"))  ;=> (4 1.5 1267650600228229401496703205376 t t t "ff" 255)
(call-with-values (lambda () (exact-integer-sqrt 17)) list)          ;=> (4 1)
(list #e1.5 #x-ff #b101 1e3 -1.5e-2 +inf.0)                          ;=> (3/2 -255 5 1000.0 -0.015 +inf.0)
(list (char-upcase #\a) (char->integer #\A) #\x41 #\space #\newline (char-numeric? #\5) (char<? #\a #\b #\c))  ;=> (#\A 65 #\A #\space #\newline t t)
(define s (make-string 3 #\a))
(string-set! s 1 #\b)
s                                                                    ;=> "aba"
(string-set! s 0 #\λ)
(list s (string-length s) (string-ref s 0))                          ;=> ("λba" 3 #\λ)
(string-set! s 3 #\x)                                                ;!! index-out-of-range
(let ((t (string-copy s))) (string-fill! t #\z) (list s t))          ;=> ("λba" "zzz")
(list (string-append "a" "b") (substring "hello" 1 3) (string-upcase "abc") (string->list "abc" 1) (string-index "abc" #\c) (string-join '("a" "b") "-"))  ;=> ("ab" "el" "ABC" (#\b #\c) 2 "a-b")
(list (string<? "a" "b" "c") (string=? "a" "a") (string-ci=? "Ab" "aB") (string-map char-upcase "abc") (string-count "banana" #\a))  ;=> (t t t "ABC" 3)
(define v (make-vector 3 0))
(vector-set! v 0 'x)
(vector-fill! v 'y 2)
(list v (vector->list v 1) (vector-map + #(1 2) #(10 20)) (vector-append #(1) #(2 3)) (subvector #(1 2 3 4) 1 3) (vector-length (vector-grow v 5)))  ;=> (#(x 0 y) (0 y) #(11 22) #(1 2 3) #(2 3) 5)
(vector-ref v 3)                                                     ;!! index-out-of-range
(list (bytevector 1 2) (bytevector-u8-ref #u8(5 6) 1) (bytevector-append #u8(1) #u8(2)) (utf8->string #u8(65 66)) (string->utf8 "λ"))  ;=> (#u8(1 2) 6 #u8(1 2) "AB" #u8(206 187))
#u8(1 256)                                                           ;!! bad-token
(list (fold cons '() '(1 2 3)) (fold-right list 'e '(1 2)) (reduce + 0 '(1 2 3)) (filter odd? '(1 2 3)) (remove odd? '(1 2 3)) (delete 2 '(1 2 3)))  ;=> ((3 2 1) (1 (2 e)) 6 (1 3) (2) (1 3))
(list (iota 3) (iota 3 1) (take '(1 2 3) 2) (drop '(1 2 3) 2) (last '(1 2 3)) (list-tail '(1 2 3) 1) (list-index even? '(1 2)) (any even? '(1 2)) (every odd? '(1 3)))  ;=> ((0 1 2) (1 2 3) (1 2) (3) 3 (2 3) 1 t t)
(list (map + '(1 2) '(10 20 30)) (append '(1) '(2) '(3 . 4)) (apply max 1 '(5 3)) (sort '(3 1 2) <) (assq-ref '((a . 1)) 'a) (lset-difference eq? '(a b c) '(b)))  ;=> ((11 22) (1 2 3 . 4) 5 (1 2 3) 1 (a c))
`(1 ,(+ 1 1) ,@(list 3 4) #(a ,(* 2 3) ,@(list 7)) (nested . ,(car '(x))))  ;=> (1 2 3 4 #(a 6 7) (nested . x))
`(1 `(2 ,(3 ,(+ 1 3))))                                              ;=> (1 (quasiquote (2 ,(3 4))))
[list #;hidden 1 #| block |# 2]                                      ;=> (1 2)
(list? '(1 . 2))                                                     ;=> #f
