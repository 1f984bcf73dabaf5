;;;; a guard takes what is raised on the way out
; An `after` of dynamic-wind is called with the handlers of the place where dynamic-wind was called: those of the guard.
(require 'scheme)
(guard (e (#t (list 'caught e))) (dynamic-wind (lambda () 1) (lambda () (raise 'a)) (lambda () (raise 'b))))  ;=> (caught b)
(guard (e (#t (error-object? e))) (dynamic-wind (lambda () 1) (lambda () (raise 'a)) (lambda () (car 1))))       ;=> t
(guard (outer (#t (list 'outer outer)))
  (guard (e ((eq? e 'a) 'inner))
    (dynamic-wind (lambda () 1) (lambda () (raise 'a)) (lambda () (raise 'b)))))                              ;=> (outer b)
(define path '())
(guard (e (#t (list e (reverse path))))
  (dynamic-wind
    (lambda () 1)
    (lambda ()
      (dynamic-wind (lambda () 1) (lambda () (raise 'a)) (lambda () (set! path (cons 1 path)) (raise 'b))))
    (lambda () (set! path (cons 2 path)) (raise 'c))))                                                        ;=> (c (1 2))

;;;; a module can change its language
; Definitions of a module are there in the language that it requires next; names of the dialect before are not.
(require 'scheme)
(define (pair-of x) (list x #t))
(define limit 10)
(pair-of 1)                           ;=> (1 t)
(require 'common-lisp)
(defun twice (list) (list list (first (pair-of list))))
(twice 1)                             ;=> (1 1)
(mapcar #'twice '(1 2))               ;=> ((1 1) (2 2))
(+ limit 1)                           ;=> 11
(require 'common-lisp)
(twice limit)                         ;=> (10 10)
(require 'scheme)
(map twice '(3))                      ;=> ((3 3))
(define list 5)
(+ list limit)                        ;=> 15
(defun f (x) x)                       ;!! unbound-variable

;;;; bulk
; Strings, vectors and bytevectors as a whole.
(require 'scheme)
(utf8->string #u8(97 206 187 240 159 152 128))        ;=> "aλ😀"
(string-length (utf8->string (make-bytevector 100000 65)))  ;=> 100000
(utf8->string #u8(65 255))                            ;!! bad-value utf8->string: the bytes from position 1 on are not UTF-8
(utf8->string #u8(65) 2)                              ;!! index-out-of-range
(utf8->string #(65))                                  ;!! wrong-type
(string->utf8 "aλ€" 1)                                ;=> #u8(206 187 226 130 172)
(list (string-foldcase "Maß ΧΑΟΣ") (char-foldcase #\ς) (char-downcase #\İ) (string-foldcase "ı"))  ;=> ("mass χαοσ" #\σ #\i "ı")
(list (digit-value #\x664) (digit-value #\x0E50) (char->digit #\7))  ;=> (4 0 7)
(map (lambda (c) (if (char-numeric? c) 1 0)) (list #\5 #\x664 #\a #\xB2))  ;=> (1 1 0 0)
(list (gcd 32.0 -36) (lcm 32.0 -36) (gcd) (lcm) (gcd 12 18 27) (lcm 0 5))  ;=> (4.0 288.0 0 1 3 0)
(gcd 1.5 2)                                           ;!! wrong-type
(let ((s (string-copy "aλc"))) (string-fill! s #\z 1) s)    ;=> "azz"
(let ((s (string-copy "aλcde"))) (string-copy! s 1 s 0 3) s)  ;=> "aaλce"
(string-copy! (string-copy "abc") 2 "xyz")            ;!! index-out-of-range string-copy!: 3 characters do not fit
(let ((v (vector 1 2 3 4 5))) (vector-copy! v 1 v 0 3) v)  ;=> #(1 1 2 3 5)
(let ((v (vector 1 2 3 4 5))) (vector-copy! v 0 v 2) v)    ;=> #(3 4 5 4 5)
(vector-copy! (vector 1) 0 #u8(1))                    ;!! wrong-type
(vector-copy! (vector 1 2) 1 #(a b c))                ;!! index-out-of-range
(vector-fill! (make-vector 2 0) 1 3)                  ;!! index-out-of-range
(bytevector-fill! (bytevector 1 2) 300)               ;!! wrong-type
(vector-append #(1) '(2))                             ;!! wrong-type
(list (vector-append #(1) #() #(2 3)) (bytevector-append #u8(1) #u8(2)))  ;=> (#(1 2 3) #u8(1 2))
(vector-map + #(1 2) #(10 20 30))                     ;=> #(11 22)
(vector-map + #(1 2) #(10 20 30) #(100 200))          ;=> #(111 222)
(vector-for-each (lambda (a b) (display (list a b))) #(1 2) #(3 4))  ;>> (1 3)(2 4)
(list (string-index "aλb" #\b) (string-index "ab1" char-numeric?) (string-index "abcabc" #\a 1) (string-index-right "abca" #\a 0 3))  ;=> (2 2 3 0)

;;;; circles
; Values that contain themselves can be compared.
(require 'scheme)
(define (circle) (let ((l (list 1 2 3))) (set-cdr! (cddr l) l) l))
(equal? (circle) (circle))                        ;=> t
(define (knot x) (let ((v (vector x 1))) (vector-set! v 1 v) v))
(list (equal? (knot 1) (knot 1)) (equal? (knot 1) (knot 2)))   ;=> (t #f)
(list (list? (circle)) (circular-list? (circle)) (length+ (list 1 2)))  ;=> (#f t 2)

;;;; control
; Continuations, winding, exceptions, several values, promises, parameters.
(require 'scheme)
(call/cc (lambda (k) (+ 1 (k 5))))                                  ;=> 5
(let/cc k (for-each (lambda (x) (if (< x 0) (k x))) '(1 -2 3)) 'none)  ;=> -2
(let ((path '()) (c #f))
  (define (add s) (set! path (cons s path)))
  (dynamic-wind
    (lambda () (add 'connect))
    (lambda () (add (call/cc (lambda (c0) (set! c c0) 'talk1))))
    (lambda () (add 'disconnect)))
  (if (< (length path) 4) (c 'talk2) (reverse path)))               ;=> (connect talk1 disconnect connect talk2 disconnect)
(call-with-values (lambda () (values 4 5)) (lambda (a b) b))        ;=> 5
(call-with-values * -)                                              ;=> -1
(receive (q . r) (values 1 2 3) (list q r))                         ;=> (1 (2 3))
(guard (e ((assq 'a e) => cdr) ((assq 'b e))) (raise (list (cons 'a 42))))  ;=> 42
(guard (e ((assq 'a e) => cdr) ((assq 'b e))) (raise (list (cons 'b 23))))  ;=> (b . 23)
(guard (e ((string? e) 'outer)) (guard (e2 ((number? e2) 'inner)) (raise "s")))  ;=> outer
(guard (e ((error-object? e) (list (error-object-message e) (error-object-irritants e)))) (error "bad:" 1 "x"))  ;=> ("bad:" (1 "x"))
(guard (e (#t 'caught)) (vector-ref (vector 1 2) 2))                ;=> caught
(guard (e (#t 'caught)) (car 5))                                    ;=> caught
(with-exception-handler (lambda (e) 42) (lambda () (+ (raise-continuable 'c) 1)))  ;=> 43
(with-exception-handler (lambda (e) (display "seen") 0) (lambda () (+ 1 (raise 'oops))))
;!! user-error handler returned
;>> seen
(raise 'unhandled)                                                  ;!! user-error
(error "message" 'a "b" #\c)                                        ;!! user-error @101:1 message a "b" #\c
(let ((log '()))
  (guard (e (#t (set! log (cons e log))))
    (dynamic-wind (lambda () (set! log (cons 'in log))) (lambda () (raise 'x)) (lambda () (set! log (cons 'out log)))))
  log)                                                              ;=> (x out in)
(define p (make-parameter 10 (lambda (x) (* x 2))))
(list (p) (parameterize ((p 3)) (p)) (p))                           ;=> (20 6 20)
(define n 0)
(define promise (delay (begin (set! n (+ n 1)) (* n 10))))
(list (force promise) (force promise) n)                            ;=> (10 10 1)
(define (loop-stream k) (if (= k 0) (delay 'end) (delay-force (loop-stream (- k 1)))))
(force (loop-stream 100))                                         ;=> end
(stream-head (let count ((i 1)) (cons-stream i (count (* 2 i)))) 5)  ;=> (1 2 4 8 16)
((case-lambda ((a) (list 'one a)) ((a b) (list 'two a b)) ((a . more) (list 'many more))) 1 2 3)  ;=> (many (2 3))
(let-values (((a b) (values 1 2)) ((c) (values 3))) (list a b c))   ;=> (1 2 3)
(do ((i 0 (+ i 1)) (l '() (cons i l))) ((= i 3) l))                 ;=> (2 1 0)
(case (* 2 3) ((2 3 5 7) 'prime) ((1 4 6 8 9) => (lambda (x) (list 'composite x))))  ;=> (composite 6)
(cond ((assv 'b '((a 1) (b 2))) => cadr) (else 'none))              ;=> 2

;;;; data
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

;;;; datum labels
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

;;;; definitions
; Definitions: global, internal, of several values, of records.
(require 'scheme)
(define x 5)
(define (square x) (* x x))
(define (sum . xs) (apply + xs))
(define (greet name :optional (greeting "hello")) (string-append greeting " " name))
(list (square x) (sum) (sum 1 2 3) (greet "ann") (greet "ann" "bye"))  ;=> (25 0 6 "hello ann" "bye ann")
; Internal definitions see each other, and may come after expressions.
(define (parity n)
  (define (ev? n) (if (= n 0) #t (od? (- n 1))))
  (define (od? n) (if (= n 0) #f (ev? (- n 1))))
  (if (ev? n) 'even 'odd))
(list (parity 10) (parity 7))  ;=> (even odd)
(let ()
  (define a 1)
  (define b (+ a 1))
  (set! a 10)
  (define (f) (+ a b))
  (f))                         ;=> 12
(define (nested n)
  (define base (* n 10))
  (define (add k) (define twice (* 2 k)) (+ base twice))
  (map add '(1 2)))
(nested 3)                     ;=> (32 34)
(define-values (q r) (floor/ 17 5))
(list q r)                     ;=> (3 2)
(define (both) (define-values (a . more) (values 1 2 3)) (list a more))
(both)                         ;=> (1 (2 3))
(define-record-type <point> (make-point x y) point? (x point-x set-point-x!) (y point-y))
(let ((p (make-point 1 2))) (set-point-x! p 7) (list (point-x p) (point-y p) (point? p) (point? 3)))  ;=> (7 2 t #f)
(make-point 1 2)               ;=> #<point :x 1 :y 2>
(point-x 5)                    ;!! wrong-type
; A program may use before it defines, and may define what is something else in the language.
(define (twice-over) (repeat 2 (lambda () (display "x"))))
(define (repeat n thunk) (if (> n 0) (begin (thunk) (repeat (- n 1) thunk))))
(twice-over)                   ;>> xx
(define (first-of x) (list 'mine x))
(define (first x) (first-of x))
(first 1)                      ;=> (mine 1)
(define)                       ;!! syntax
(define x 1 2)                 ;!! syntax

;;;; else in guard may be a variable
(require 'scheme)

(guard (e (else 'all)) (raise 'a))                                         ;=> all
(guard (o (#t o)) (let ((else #f)) (guard (e (else 'all)) (raise 'a))))    ;=> a
(guard (o (#t o)) (let ((else 1)) (guard (e (else 'all)) (raise 'a))))     ;=> all
(let ((else #f)) (guard (e (else 'all)) 'fine))                            ;=> fine

(define-syntax guarded (syntax-rules () ((_ x) (let ((else #f)) (guard (e (else 'all)) x)))))
(guard (o (#t o)) (guarded (raise 'b)))                                    ;=> b

;;;; equal numbers
; `=` compares numbers, and numbers only.
(require 'scheme)
(define nan (- +inf.0 +inf.0))
(define big (expt 10 30))
(define (f x y) (= x y))
(define (test x y) (if (= x y) 'equal 'different))
(define (zero x) (if (= x 0) 'zero 'other))
(define (count-to n) (let loop ((i 0)) (if (= i n) i (loop (+ i 1)))))
(define (while-equal x n) (do ((i 0 (+ i 1))) ((not (= x x)) i) (if (> i n) (error "endless"))))

(list (= 1 1) (= 1 2) (= 1 1.0) (= 1/2 0.5) (= 0.0 -0.0))          ;=> (t #f t t t)
(list (f 1 1) (f 1 2) (f 1.5 1.5) (f big (* 1 big)) (f big 1))      ;=> (t #f t t #f)
(list (test 1 1) (test 1.0 1) (test 2.5 3.5) (test big big))        ;=> (equal equal different equal)
(list (zero 0) (zero 1) (zero 0.0) (zero 0.5) (zero big))           ;=> (zero other zero other other)
(list (= nan nan) (f nan nan) (test nan nan) (zero nan))            ;=> (#f #f different other)
(list (= nan 1) (= 1 nan) (= nan nan nan) (apply = (list nan nan))) ;=> (#f #f #f #f)
(list (eqv? nan nan) (equal? nan nan))                              ;=> (t t)
(list (= 1 1 1) (= 1 1 2) (= 1 2 1) (= 5))                          ;=> (t #f #f t)
(list (count-to 10) (count-to 10.0) (while-equal nan 5))            ;=> (10 10 0)
(while-equal 1 5)                                                   ;!! user-error
(map = '(1 2) '(1 3))                                               ;=> (t #f)
(= 9007199254740993 9007199254740992.0)                             ;=> #f

(= 'a 'a)                                                           ;!! wrong-type
(= 'a 1)                                                            ;!! wrong-type
(= 1 'a)                                                            ;!! wrong-type
(f "a" "a")                                                         ;!! wrong-type
(test '() '())                                                      ;!! wrong-type
(test #f #f)                                                        ;!! wrong-type
(zero 'a)                                                           ;!! wrong-type
(count-to 'a)                                                       ;!! wrong-type
(= 'a)                                                              ;!! wrong-type
(= 1 2 'a)                                                          ;!! wrong-type
(apply = '(1 1 a))                                                  ;!! wrong-type
(map = '(1 a) '(1 a))                                               ;!! wrong-type
(call/cc (lambda (k) (with-exception-handler (lambda (e) (k (condition/report-string e))) (lambda () (= 1 'a)))))  ;=> "=: argument must be a number, got a"
(< 'a 1)                                                            ;!! wrong-type
(< 2 1 'a)                                                          ;!! wrong-type
(>= nan nan)                                                        ;=> #f

;;;; equality
; Identity, eqv? and equal?.
(require 'scheme)
(list (eq? 'a 'a) (eq? '(1) '(1)) (let ((x '(1))) (eq? x x)) (eq? "a" "a") (eq? 100 100) (eq? #\a #\a))  ;=> (t #f t #f t t)
(list (eqv? 1.5 1.5) (eqv? 1 1.0) (eqv? (expt 10 30) (expt 10 30)) (eqv? "a" "a") (eqv? 0.0 -0.0))      ;=> (t #f t #f #f)
(list (equal? '(1 (2 #(3 "x"))) (list 1 (list 2 (vector 3 "x")))) (equal? 1 1.0) (equal? #u8(1 2) (bytevector 1 2)))  ;=> (t #f t)
(list (= 1 1.0) (= 1 1 1) (= 1 2))                                   ;=> (t t #f)
(list (memq 'c '(a b c d)) (memq '(1) '((1))) (member '(1) '((1) 2)) (memv 1.0 '(1 1.0)) (member 2.0 '(1 2) =))  ;=> ((c d) #f ((1) 2) (1.0) (2))
(list (assq 'b '((a 1) (b 2))) (assv 2 '((1 one) (2 two))) (assoc "b" '(("a" . 1) ("b" . 2))) (assoc 2.0 '((1 a) (2 b)) =))  ;=> ((b 2) (2 two) ("b" . 2) (2 b))
(let ((f (lambda (test x l) (test x l)))) (list (f memq 'a '(a)) (f assoc 1 '((1 2)))))  ;=> ((a) (1 2))
(define eq-table (make-hash-table eq?))
(define key (list 1))
(hash-table-set! eq-table key 'mine)
(list (hash-table-ref/default eq-table key 'none) (hash-table-ref/default eq-table (list 1) 'none))  ;=> (mine none)
(define table (make-equal-hash-table))
(hash-table-set! table #(1 (2)) 'vector)
(hash-table-set! table 1 'exact)
(hash-table-set! table 1.0 'inexact)
(list (hash-table-ref table (vector 1 (list 2))) (hash-table-ref table 1) (hash-table-ref table 1.0) (hash-table-count table))  ;=> (vector exact inexact 3)
(hash-table-ref table 'missing)                                      ;!! user-error

;;;; errors
; Errors name what the program wrote.
(require 'scheme)
(vector-ref (vector 1 2) 10)     ;!! index-out-of-range @298:1 vector-ref: index 10 outside a vector of 2
(vector-length 'a)               ;!! wrong-type @299:1 vector-length:
(string-set! (make-string 2 #\a) 5 #\b)  ;!! index-out-of-range @300:1 string-set!: index 5
(memq 'a 'b)                     ;!! wrong-type @301:1 memq:
(assertion-violation 'f "bad argument:" 1)  ;!! user-error f: bad argument: 1
(undefined-name 1)               ;!! unbound-variable @303:2 undefined-name is not defined
(let ((f (lambda (x) x))) (f))   ;!! argument-count
("no procedure" 1)               ;!! not-a-function
(hash-table-ref (make-hash-table) 'a)  ;!! user-error the table has no key a
; An error inside of the dialect is shown where the program called it, and by the names of the program.
(define-record-type node (fields e o))  ;!! argument-count @308:1 define-record-type: expected at least 3
(let () (define-record-type node (fields e o)) 1)  ;!! argument-count @309:9
(define-record-type p (make-p x) p? (x px set-px!))
(+ 1 (px 5))                     ;!! wrong-type @311:6 px: record must be a record of type p, got 5
(+ 1 (set-px! 5 1))              ;!! wrong-type @312:6 set-px!: record must be
(let-values (((a b) (values 1 2 3))) a)  ;!! argument-count @313:1 expected 2 arguments (a b), got 3
(+ 1 (call-with-input-file "none" read))  ;!! file @314:6
(list (make-hash-table <))       ;!! bad-value @315:7
(begin (import (no such library)) 1)  ;!! user-error @316:8
(list (raise 'boom))             ;!! user-error @317:7
(sqrt -4)                        ;!! bad-value @318:1 complex numbers are not supported
(log -1)                         ;!! bad-value complex numbers are not supported
(log 0)                          ;!! bad-value log: number must be positive, got 0

;;;; falsehood is a value of its own
; #f is the only false value; the empty list is another one, and true.
(require 'scheme)
(list (eq? #f '()) (if '() 'true 'false) (null? #f) (null? '()) (boolean? '()) (boolean? #f))   ;=> (#f true #f t #f t)
(list (not '()) (not #f) (eqv? #f '()) (equal? '(#f) '(())) (boolean=? #f #f) (eq? #f #false))  ;=> (#f t #f #f t t)
(display #f)                       ;>> #f
(display '())                      ;>> ()
(write '(a () #f b))               ;>> (a () #f b)
(write '(#t #f))                   ;>> (#t #f)
(write (vector #f '() 1))          ;>> #(#f () 1)
(write (list #t "a" #\b 'c 1.5 'quote ''x))  ;>> (#t "a" #\b c 1.5 quote (quote x))
; Everything but #f is true.
(map (lambda (x) (if x 'true 'false)) (list '() 0 0.0 "" #\a 'nil #() #u8() car (if #f #f) (eof-object) #t #f))  ;=> (true true true true true true true true true true true true false)
(list (and 1 '()) (and '() 1) (or #f '()) (or '() 1) (and) (or))           ;=> (nil 1 nil nil t #f)
(list (when '() 1) (unless '() 1 2) (cond ('() 'yes) (else 'no)))          ;=> (1 #<unspecified> yes)
(list (cond (#f 1) ('())) (cond ('() => list) (else 'no)) (case #f ((()) 'empty) ((#f) 'false)) (case '() ((#f) 'false) ((()) 'empty)))  ;=> (nil (nil) false empty)
(do ((l '(1 2) (cdr l)) (n 0 (+ n 1))) ((null? l) n))                      ;=> 2
(do ((i 0 (+ i 1)) (stop #f '())) (stop i))                                ;=> 1
(let loop ((i 0) (go '())) (if go (loop (+ i 1) (< i 3)) i))               ;=> 4
(let loop ((l '(1 2 3)) (n 0)) (if (not (null? l)) (loop (cdr l) (+ n 1)) n))   ;=> 3
(let loop ((i 0)) (if (or (> i 5) (eq? i '())) i (loop (+ i 1))))          ;=> 6
; Truth as a value: of a call, in a variable, in tail position, negated.
(define (below a b) (< a b))
(define (same a b) (eq? a b))
(define (seven? x) (= x 7))
(define (empty? l) (null? l))
(define (neither a b) (and (not a) (not b)))
(list (below 1 2) (below 2 1) (same 1 1) (same 1 2) (seven? 7) (seven? 8) (empty? '()) (empty? #f) (neither #f #f) (neither '() #f))  ;=> (t #f t #f t #f t #f t #f)
(let* ((a (< 2 1)) (b (pair? 1)) (c (symbol? 1)) (d (not 1))) (list a b c d (if a 1 2) (if b 1 2)))  ;=> (#f #f #f #f 2 2)
(let ((x 1)) (set! x (> 1 2)) (list x (if x 'true 'false)))                ;=> (#f false)
(list (< 1 2 3) (< 1 3 2) (= 1 1 2) (<= 1 1 2))                            ;=> (t #f #f t)
; Natives give #f by whatever way they are called.
(map (lambda (f) (f 1)) (list null? pair? not string? symbol? vector? list? procedure? eof-object? zero? even? negative?))  ;=> (#f #f #f #f #f #f #f #f #f #f #f #f)
(list (apply null? '(())) (apply null? '(#f)) (map not '(#f () 1)))        ;=> (t #f (t #f #f))
(eq? (null? 1) #f)                                                         ;=> t
(list (memq 'x '(a)) (member "x" '()) (assq 'x '()) (assoc 1.5 '((1 . 2)) <) (member 2 '(1 3) <))  ;=> (#f #f #f #f (3))
(list (string->number "x") (string-search-forward "x" "abc" 0) (string-index "abc" #\x) (char->digit #\x 10) (digit-value #\a))  ;=> (#f #f #f #f #f)
(list (find even? '(1)) (find-tail even? '(1)) (list-index even? '(1)) (any even? '(1)) (every even? '(2 1)) (vector-index even? #(1)))  ;=> (#f #f #f #f #f #f)
(list (hash-table-ref/default (make-hash-table) 1 #f) (hash-table-ref/default (make-hash-table) 1 '()) (hash-table-exists? (make-hash-table) 1))  ;=> (#f nil #f)
(list (getenv "no-such-variable") (length+ '(1 . 2)) (defined? 'no-such-name) (doc 'below))  ;=> (#f #f #f #f)
; A function of the program's that returns the empty list has succeeded.
(define (yes x) '())
(list (filter yes '(1 2)) (remove yes '(1 2)) (find yes '(1 2)) (any yes '(1)) (every yes '(1 2)) (count yes '(1 2)) (list-index yes '(1)))  ;=> ((1 2) nil 1 nil nil 2 0)
(list (filter-map yes '(1 2)) (take-while yes '(1 2)) (drop-while yes '(1 2)) (delete 1 '(1 2) (lambda (a b) '())) (delete-duplicates '(1 2) (lambda (a b) '())))  ;=> ((nil nil) (1 2) nil nil (1))
(let ((f yes)) (list (filter f '(1)) (find-tail f '(1)) (vector-index f #(1)) (string-index "a" f) (assoc 1 '((2 . 3)) (lambda (a b) '())) (member 1 '(2) (lambda (a b) '()))))  ;=> ((1) (1) 0 0 (2 . 3) (2))
(call-with-values (lambda () (partition yes '(1 2))) list)                 ;=> ((1 2) nil)
(call-with-values (lambda () (span yes '(1 2))) list)                      ;=> ((1 2) nil)
(sort '(1 2 3) (lambda (a b) (if (> a b) '() #f)))                         ;=> (3 2 1)
(list (find-if yes '(1 2)) (some? yes '(1)) (every? yes '(1)) (count-if yes '(1 2)) (filter yes '(1)) ((complement yes) 1) ((negate yes) 1))  ;=> (1 t t 2 (1) #f #f)
(guard (e ('() 'caught)) (raise 'x))                                       ;=> caught
(list (and-let* ((x '()) (y #f)) 1) (and-let* ((x '())) x) (if-let1 x '() 'yes 'no))  ;=> (#f nil yes)
(assert '())                                                               ;=> nil
; Data, text and code that holds both.
(read (open-input-string "(#f () #t #false #true)"))                       ;=> (#f nil t #f t)
(list `(#f ,@'() ()) (quasiquote (a (unquote (null? 1)))) (eval '(if '() 1 2)) (eval (list 'if #f 1 2)))  ;=> ((#f nil) (a #f) 1 2)
(let-syntax ((false-or-empty (syntax-rules () ((_ #f) 'false) ((_ ()) 'empty)))) (list (false-or-empty #f) (false-or-empty ())))  ;=> (false empty)
(let ((h (make-equal-hash-table))) (hash-table-set! h #f 1) (hash-table-set! h '() 2) (list (hash-table-ref h #f) (hash-table-ref h '()) (hash-table-ref h (null? 1))))  ;=> (1 2 1)
(force (delay #f))                                                         ;=> #f
(let ((p (make-parameter #f))) (list (p) (parameterize ((p '())) (p)) (p)))   ;=> (#f nil #f)
((lambda (a #!optional b) (list a b)) 1)                                   ;=> (1 #f)
; `t` and `nil` are names like others.
(define t 5)
(write (list t 't 'nil (string->symbol "nil")))  ;>> (5 t nil nil)
(list nil (null? nil))             ;=> (nil t)
(let ((nil 3)) nil)                ;=> 3
(symbol? 't)                       ;=> t
(list (symbol? '()) (symbol? #t) (procedure? #f) (list? #f) (pair? #f))  ;=> (#f #f #f #f #f)
(length #f)                        ;!! wrong-type
(car #f)                           ;!! wrong-type
(for-each car #f)                  ;!! wrong-type
(vector-ref '(#t #f ()) 0)         ;!! wrong-type got (#t #f ())
(symbol->string '())               ;!! wrong-type got ()
(list (symbol? (symbol-append 'ni 'l)) (eq? (symbol-append 'ni 'l) 'nil))   ;=> (t t)

;;;; functions on lists that become loops
; limits: depth=400
; With a `lambda` in place or any other function: what becomes a loop means what the function of the library does.
(require 'scheme)

(map (lambda (x) (* x x)) '(1 2 3))                 ;=> (1 4 9)
(map + '(1 2 3) '(10 20))                           ;=> (11 22)
(let ((f (if #t car cdr))) (map f '((1 2) (3 4))))  ;=> (1 3)
(remove even? '(1 2 3))                             ;=> (1 3)
(find even? '(1 2 3))                               ;=> 2
(filter-map (lambda (x) (and (even? x) (* x x))) '(1 2 3 4))  ;=> (4 16)

; The element comes first where SRFI 1 says so.
(reduce (lambda (x so-far) (- x so-far)) 0 '(1 2 3 4))  ;=> 2
(reduce - 0 '(1 2 3 4))                             ;=> 2
(reduce + 0 '())                                    ;=> 0
(reduce max 0 '(-5))                                ;=> -5
(fold (lambda (x l) (cons x l)) '() '(1 2 3))       ;=> (3 2 1)
(fold-right (lambda (x l) (cons x l)) '() '(1 2))   ;=> (1 2)
(fold-left (lambda (l x) (cons x l)) '() '(1 2))    ;=> (2 1)

; The value of the function counts, not only whether it is true.
(list (any (lambda (x) (and (even? x) (* x x))) '(1 4 6)))   ;=> (16)
(list (any even? '()))                              ;=> (#f)
(list (every (lambda (x) (and (even? x) (* x x))) '(2 4)))   ;=> (16)
(list (every even? '(2 3)) (every even? '()))       ;=> (#f t)

(vector-map (lambda (x) (* x x)) (vector 1 2 3))    ;=> #(1 4 9)
(vector-for-each (lambda (x) (display x)) (vector 1 2))  ;>> 12

; Called last, what `any` calls last is in tail position.
(define (even-tree? n) (if (= n 0) #t (every even-tree? (list (- n 1)))))
(even-tree? 2000)                                 ;=> t

(map (lambda (x) x) 5)                              ;!! wrong-type map: list must be a list, got 5
(vector-map (lambda (x) x) 5)                       ;!! wrong-type
(define (fold f x l) (list 'mine (f x l)))
(fold (lambda (a b) (+ a b)) 1 2)                   ;=> (mine 3)

;;;; handlers of handlers
; A condition signalled in a handler goes to the handler outside. A return from a handler of `raise` is an error for that handler, too.
(require 'scheme)
(guard (e (#t (list 'outer (error-object? e))))
  (with-exception-handler (lambda (e) 'ignored) (lambda () (+ 1 (raise 'oops)))))       ;=> (outer t)
(call/cc (lambda (k)
  (with-exception-handler
    (lambda (e) (k (list 'outer (error-object? e))))
    (lambda () (with-exception-handler (lambda (e) 'ignored) (lambda () (raise 'oops)))))))  ;=> (outer t)
(guard (e (#t (list 'outer (error-object? e))))
  (with-exception-handler (lambda (e) (vector-ref (vector) 1)) (lambda () (raise 'oops))))   ;=> (outer t)
(guard (e (#t (list 'outer e)))
  (with-exception-handler (lambda (e) (raise (list e 'again))) (lambda () (vector-ref (vector) 1) 'not-reached)))
;=> (outer (#<condition index-out-of-range: vector-ref: index 1 outside a vector of 0> again))
(with-exception-handler
  (lambda (e) (* e 2))
  (lambda () (guard (e ((string? e) 'text)) (+ 1 (raise-continuable 20)))))             ;=> 41
(guard (e ((symbol? e) (list 'outer e)))
  (guard (e ((number? e) 'number)) (raise 'symbol)))                                     ;=> (outer symbol)
(define log '())
(define (note x) (set! log (cons x log)))
(with-exception-handler
  (lambda (e) (note 'handler) 10)
  (lambda ()
    (guard (e ((begin (note 'test) #f) 'no))
      (dynamic-wind (lambda () (note 'in)) (lambda () (note (raise-continuable 'x))) (lambda () (note 'out))))))
(reverse log)                                     ;=> (in out test in handler 10 out)

;;;; hygiene
; Words of templates and macros that a program binds; templates of vectors.
(require 'scheme)
(let ((unquote list)) `(a ,(+ 1 2)))                  ;=> (a ,(+ 1 2))
(let ((... 2)) (let-syntax ((s (syntax-rules () ((_ x ...) 'bad) ((_ . r) 'ok)))) (s a b c)))  ;=> ok
(list `#(,@'()) `#(1 ,@'() 2) `(x . #(,(+ 1 2))) `#())  ;=> (#() #(1 2) (x . #(3)) #())
(let ((x 1) (x 2)) x)                                 ;!! syntax the variable x occurs twice
(let loop ((x 1) (x 2)) x)                            ;!! syntax the variable x occurs twice
(let* ((x 1) (x (+ x 1))) x)                          ;=> 2
(let-syntax ((m (syntax-rules () ((_ a) (let ((x 1) (a 2)) (list x a)))))) (m x))  ;=> (1 2)

;;;; input and output
; Ports.
(require 'scheme)
(call-with-output-string (lambda (port) (write '(a "b" #\c) port) (display "d" port) (newline port)))  ;=> "(a \"b\" #\\c)d\n"
(with-output-to-string (lambda () (display '("x" #\y))))             ;=> "(x y)"
(define in (open-input-string "(a . b) 42 \"text\" rest of line\nlast"))
(list (read in) (read in) (read in) (read-char in) (read-line in) (read-line in) (eof-object? (read-line in)))  ;=> ((a . b) 42 "text" #\space "rest of line" "last" t)
(read (open-input-string "'(t nil)"))                                ;=> '(|t| |nil|)
(eof-object? (read (open-input-string "")))                          ;=> t
(begin (call-with-output-file "data.txt" (lambda (p) (write '(1 2) p))) (call-with-input-file "data.txt" read))  ;=> (1 2)
(guard (e ((file-error? e) 'no-such-file)) (open-input-file "missing.txt"))  ;=> no-such-file
(write-string "abc")   ;>> abc
(open-binary-input-file "a")  ;!! user-error files of bytes are not supported
(list (number? (current-jiffy)) (jiffies-per-second))                ;=> (t 1000000)

;;;; libraries in files
; A library is looked for in a file of its name; forms of other files can be included.
(require 'scheme)
(import (lib util))                            ;>> evaluated
(double 21)                                    ;=> 42
(import (lib util) (prefix (lib deep other) o:))
(o:quadruple 10)                               ;=> 40
(helper 1)                                     ;!! unbound-variable
(import (only (lib old) old-name))
(old-name)                                     ;=> old
(import (lib missing))                         ;!! user-error there is no library (lib missing)
(import (lib wrong))                           ;!! user-error the file of that name does not define the library (lib wrong)
(import (lib one))                             ;!! user-error the libraries import each other: (lib one) (lib two) (lib one)
(import "no name")                             ;!! user-error this is no name of a library
(import (lib broken))                          ;!! wrong-type @lib/broken.sld:547:25
(include "parts/forms.scm")
(list (from-include) included-value)           ;=> (included 5)
(let () (include "parts/forms.scm") (set! included-value 6) included-value)  ;=> 6
included-value                                 ;=> 5
(include "parts/fails.scm")                    ;!! wrong-type @parts/fails.scm:554:1
(let () (include-ci "parts/loud.scm") (quiet 'ABC))  ;=> (ABC abc)
(include "parts/none.scm")                     ;!! file include: cannot read parts/none.scm
(import (prefix (scheme base) s:) (lib with-parts))
(s:car (s:list (part) 2))                      ;=> part
;; file: lib/util.sld
(define-library (lib util)
  (export double)
  (import (scheme base) (scheme write))
  (begin
    (define (helper x) (* 2 x))
    (define (double x) (helper x))
    (display "evaluated")))
;; file: lib/deep/other.sld
(define-library (lib deep other)
  (export quadruple)
  (import (scheme base) (lib util))
  (begin (define (quadruple x) (double (double x)))))
;; file: lib/old.scm
(define-library (lib old) (export old-name) (import (scheme base)) (begin (define (old-name) 'old)))
;; file: lib/wrong.sld
(define-library (lib other-name) (export) (import (scheme base)))
;; file: lib/one.sld
(define-library (lib one) (export) (import (lib two)))
;; file: lib/two.sld
(define-library (lib two) (export) (import (lib one)))
;; file: lib/with-parts.sld
(define-library (lib with-parts)
  (include-library-declarations "declarations.scm")
  (include "with-parts-code.scm"))
;; file: lib/declarations.scm
(export part)
(import (scheme base))
;; file: lib/with-parts-code.scm
(define (part) 'part)
;; file: lib/broken.sld
(define-library (lib broken)
  (export)
  (import (scheme base))
  (begin (define broken (vector-length 'a))))
;; file: parts/forms.scm
(define (from-include) 'included)
(define included-value 5)
;; file: parts/loud.scm
(DEFINE (QUIET X) (LIST X 'ABC))
;; file: parts/fails.scm
(vector-length
  'a)

;;;; libraries
; Libraries.
(require 'scheme)
(import (scheme base) (scheme write) (only (srfi 1) fold) (except (srfi 13) string-index))
(import (rename (only (scheme base) car cdr) (car head)))
(head '(1 2))                          ;=> 1
(import (no such library))             ;!! user-error there is no library (no such library)
(define-library (shapes)
  (export area (rename circumference around))
  (import (scheme base))
  (begin
    (define scale 2)
    (define (area r) (* scale r r))
    (define (circumference r) (* scale r))))
(import (prefix (shapes) shape:))
(list (shape:area 3) (shape:around 3))  ;=> (18 6)
scale                                  ;!! unbound-variable
(import (only (shapes) area))
(area 1)                               ;=> 2
(import (only (shapes) volume))        ;!! user-error does not export volume
(cond-expand (full-unicode (define here 'unicode)) (else (define here 'none)))
here                                   ;=> unicode
(use srfi-1)
(eval '(* 2 3) (interaction-environment))  ;=> 6

;;;; macros
; Macros by rules.
(require 'scheme)
(define-syntax swap! (syntax-rules () ((_ a b) (let ((tmp a)) (set! a b) (set! b tmp)))))
(define tmp 1)
(define other 2)
(swap! tmp other)
(list tmp other)                                                     ;=> (2 1)
(define-syntax my-or (syntax-rules () ((_) #f) ((_ e) e) ((_ e r ...) (let ((t e)) (if t t (my-or r ...))))))
(let ((t 5) (if list)) (my-or #f t))                                 ;=> 5
(define-syntax for (syntax-rules (in) ((_ x in l body ...) (map (lambda (x) body ...) l))))
(for x in '(1 2 3) (* x x))                                          ;=> (1 4 9)
(for x on '(1 2 3) (* x x))                                          ;!! syntax
(define-syntax let-all (syntax-rules () ((_ ((n v ...) ...) b ...) (let ((n (list v ...)) ...) b ...))))
(let-all ((a 1 2) (b) (c 3)) (list a b c))                           ;=> ((1 2) nil (3))
(define-syntax flat (syntax-rules () ((_ (x ...) ...) '(x ... ...))))
(flat (1 2) () (3))                                                  ;=> (1 2 3)
(define-syntax ends (syntax-rules () ((_ first middle ... last) '(first last))))
(ends 1 2 3 4)                                                       ;=> (1 4)
(define-syntax dotted (syntax-rules () ((_ a . b) '(a b))))
(dotted 1 2 3)                                                       ;=> (1 (2 3))
(define-syntax in-vector (syntax-rules () ((_ #(a b ...)) '#(b ... a))))
(in-vector #(1 2 3))                                                 ;=> #(2 3 1)
(define-syntax make-begin
  (syntax-rules () ((_ name) (define-syntax name (syntax-rules () ((_ e (... ...)) (begin e (... ...))))))))
(make-begin sequence)
(sequence 1 2 3)                                                     ;=> 3
(define-syntax my-list (syntax-rules ::: () ((_ x :::) (list x ::: '...))))
(my-list 1 2)                                                        ;=> (1 2 ...)
(define-syntax define-pair (syntax-rules () ((_ a b v) (begin (define a v) (define b (list a))))))
(define-pair p1 p2 7)
(list p1 p2)                                                         ;=> (7 (7))
(define (local x)
  (define-syntax double (syntax-rules () ((_ e) (* 2 e helper))))
  (define helper 10)
  (let ((helper 1)) (double x)))
(local 3)                                                            ;=> 60
(let-syntax ((foo (syntax-rules () ((_ x) (+ x 1))))) (foo 41))      ;=> 42
(letrec-syntax ((ev? (syntax-rules () ((_) #t) ((_ x . r) (od? . r)))) (od? (syntax-rules () ((_) #f) ((_ x . r) (ev? . r)))))
  (list (ev? a b) (ev? a)))                                          ;=> (t #f)
(define-syntax bad (syntax-rules () ((_ x ...) x)))
(bad 1 2)                                                            ;!! syntax
(define-syntax odd-one (lambda (x) x))                               ;!! syntax @624:24 define-macro
(define-macro (old-style x) `(list ,x ',x))
(old-style (+ 1 2))                                                  ;=> (3 (+ 1 2))

;;;; names with a colon
; A name that begins with a colon is a symbol like others. Where no variable has the name, it stands for the keyword.
(require 'scheme)
(symbol? ':a)                       ;=> t
(symbol->string ':a)                ;=> ":a"
(display '(:a :b))                  ;>> (:a :b)
(eq? ':a (string->symbol ":a"))     ;=> t
(begin (define-record-type :point (make-point x) point? (x point-x)) (point-x (make-point 1)))  ;=> 1
(begin (define :width 5) (+ :width 1))  ;=> 6
(let ((:x 3)) (* :x :x))            ;=> 9
(symbol? :unknown)                  ;=> #f
(keyword? :unknown)                 ;=> t
(begin (define (greet name :optional (greeting "hello")) (string-append greeting " " name)) (greet "you"))  ;=> "hello you"
(let-keywords* '(:size 4) ((size 9) (depth size)) (list size depth))  ;=> (4 4)
(let-keywords* (list :size 4) ((size 9) (depth size)) (list size depth))  ;=> (4 4)
(vector-length (make-array 3 :initial 0))  ;=> 3

;;;; ports of bytes
; Ports of bytes, and ports as parameters.
(require 'scheme)
(define in (open-input-bytevector (bytevector 1 2 3 4)))
(list (peek-u8 in) (read-u8 in) (read-bytevector 2 in) (read-u8 in) (eof-object? (read-u8 in)) (eof-object? (read-bytevector 1 in)))
;=> (1 1 #u8(2 3) 4 t t)
(define out (open-output-bytevector))
(write-u8 255 out)
(write-bytevector (bytevector 1 2 3) out 1 2)
(get-output-bytevector out)                       ;=> #u8(255 2)
(map binary-port? (list in out (current-output-port)))   ;=> (t t #f)
(map input-port? (list in out (open-input-string "")))   ;=> (t #f t)
(map textual-port? (list in (open-input-string "")))     ;=> (#f t)
(close-port in)
(read-u8 in)                                      ;!! user-error read-u8: the port is closed
(write-u8 1 in)                                   ;!! user-error write-u8: this is no output port
(read-u8 (open-input-string "a"))                 ;!! user-error read-u8: expected a binary port
(define text (open-output-string))
(parameterize ((current-output-port text)) (display "written") (write 'x))
(display "here")                                  ;>> here
(get-output-string text)                          ;=> "writtenx"
(parameterize ((current-input-port (open-input-string "(a b) c"))) (list (read) (read)))  ;=> ((a b) c)
(call-with-output-string (lambda (p) (write-string "abcdef" p 2 4)))  ;=> "cd"

;;;; reading
; Scheme syntax that the reader knows beyond the output of the core.
(require 'scheme)
(map char->integer (string->list "\a\b\|\""))      ;=> (7 8 124 34)
(string-length (symbol->string '|a\"b\|\b|))       ;=> 5
(list +NaN.0 -INF.0 +Inf.0 #e1.5 #X-1F)            ;=> (+nan.0 -inf.0 +inf.0 3/2 -31)
(string->number "+INF.0")                          ;=> +inf.0
(read (open-input-string "#!fold-case ABC"))       ;=> abc
(read (open-input-string "#!fold-case |ABC|d"))    ;=> ABCd
(read (open-input-string "#!fold-case (\"ABC\" #\\A)"))  ;=> ("ABC" #\A)
(let ((p (open-input-string "A #!fold-case B #!no-fold-case C"))) (let* ((a (read p)) (b (read p)) (c (read p))) (list a b c)))  ;=> (A b C)
#!fold-case
(LET ((x 'ABC)) (symbol->string X))                ;=> "abc"
3+4i                                               ;!! bad-token `3+4i` is a complex number, and complex numbers are not supported
'(a -i)                                            ;!! bad-token `-i` is a complex number
1@2                                                ;!! bad-token `1@2` is a complex number
1e3+2.5e-1i                                        ;!! bad-token is a complex number
'(+x -ix 1+ - a@b +if)                             ;=> (+x -ix 1+ - a@b +if)

;;;; srfi of vectors and sorting
; SRFI 43 gives functions the position, SRFI 133 does not; names that are not there cannot be imported.
(require 'scheme)
(import (srfi 133))
(vector-map (lambda (x) (* x x)) #(1 2 3))                                   ;=> #(1 4 9)
(vector-fold + 0 #(1 2 3))                                                   ;=> 6
(import (srfi 43))
(vector-map (lambda (i x) (* i x)) #(1 2 3))                                 ;=> #(0 2 6)
(vector-map (lambda (i x y) (list i x y)) #(1 2) #(a b c))                   ;=> #((0 1 a) (1 2 b))
(let ((l '())) (vector-for-each (lambda (i x) (set! l (cons (+ i x) l))) #(5 6)) l)  ;=> (7 5)
(vector-fold (lambda (i sum x) (+ sum (* i x))) 0 #(1 2 3))                  ;=> 8
(vector-fold-right (lambda (i l x) (cons (cons i x) l)) '() #(a b))          ;=> ((0 . a) (1 . b))
(vector-count (lambda (i x) (= i x)) #(0 2 2))                               ;=> 2
(let ((v (vector 1 2 3))) (vector-map! (lambda (i x) (* i x)) v) v)          ;=> #(0 2 6)
(vector-index even? #(1 2))                                                  ;=> 1

(import (only (srfi 132) list-merge vector-sort!) (rename (srfi 132) (list-sorted? in-order?)))
(list-merge < '(1 3) '(2))                                                   ;=> (1 2 3)
(in-order? < '(1 2 3))                                                       ;=> t
(list-merge (lambda (a b) (< (car a) (car b))) '((1 a)) '((1 b)))            ;=> ((1 a) (1 b))

(import (only (srfi 27) random-source?))                                     ;!! user-error
(import (only (srfi 43) no-such-name))                                       ;!! user-error
(import (rename (scheme base) (no-such-name name)))                          ;!! user-error
(import (prefix (only (scheme base) car no-such-name) base:))                ;!! user-error
(begin (import (only (scheme base) if else => ... _ define car)) 1)        ;=> 1

;;;; srfi
; Easily forgotten arguments by SRFI 1, 13, 69, 95, 141 and R6RS.
(require 'scheme)
(define (yes? x) (if x 'yes 'no))
(list (yes? (list= eq?)) (yes? (list= eq? '(a))) (yes? (list= eq? '(a) '(a) '(b))))  ;=> (yes yes no)
(list (yes? (lset= eq? '(a) '(a) '(a b))) (yes? (lset<= eq? '(a) '(a b) '(a b c))) (yes? (lset<= eq?)))  ;=> (no yes yes)
(let ((log '())) (lset= (lambda (a b) (set! log (cons (list a b) log)) (= a b)) '(1) '(1)) log)  ;=> ((1 1) (1 1))
(yes? (lset= (lambda (a b) (= (* 2 a) b)) '(1) '(2)))   ;=> yes
(list (lset-xor eq? '(a b) '(b c) '(c d)) (lset-xor eq?))  ;=> ((d a) nil)
(list (take-right '(1 2 . d) 2) (take-right '(1 2 . d) 0) (drop-right '(1 2 . d) 2) (drop-right '(1 2 3) 1))  ;=> ((1 2 . d) d nil (1 2))
(take-right '(1) 2)                                   ;!! user-error take-right: the list has fewer elements than 2
(pair-fold-right (lambda (a b r) (cons (list (car a) (car b)) r)) '() '(1 2) '(x y z))  ;=> ((1 x) (2 y))
(sort '((2 a) (1 b)) < car)                           ;=> ((1 b) (2 a))
(sort < (list 3 1 2))                                 ;=> (1 2 3)
(merge '((1 a) (3 a)) '((2 b)) < car)                 ;=> ((1 a) (2 b) (3 a))
(= (string-ci-hash "Abc") (string-ci-hash "aBC"))     ;=> t
(< (string-hash "abc" 10) 10)                         ;=> t
(string-compare "abc" "abd" (lambda (i) (list 'less i)) list list)  ;=> (less 2)
(list (string-tokenize " two words ") (xsubstring "abc" -1 4) (string-titlecase "tHE end"))  ;=> (("two" "words") "cabca" "The End")
(map (lambda (f) (map (lambda (a b) (f a b)) '(7 -7 7 -7) '(2 2 -2 -2))) (list ceiling-quotient round-quotient euclidean-quotient balanced-quotient))  ;=> ((4 -3 -3 4) (4 -4 -4 4) (3 -4 -3 4) (4 -3 -4 3))
(call-with-values (lambda () (round/ 7.0 2)) list)    ;=> (4.0 -1.0)
(list (remp even? '(1 2 3)) (memp even? '(1 2 3)) (assp even? '((1 . a) (2 . b))) (remq 'a '(a b)))  ;=> ((1 3) (2 3) (2 . b) (b))
(format #f "~s" '(#t #f))                                  ;=> "(#t #f)"
(list (format #f "~s ~a" '("x") "y") (format "~s" #\a))  ;=> ("(\"x\") y" "#\\a")
(format (list 1) "x")                                 ;!! wrong-type
(printf "~a-~s~%" "a" "b")                            ;>> a-"b"
(list (if true 1 2) (if false 1 2) (eval '(+ 1 2) user-initial-environment) (eval '(* 2 3) (the-environment)))  ;=> (1 2 3 6)
(list (make-rectangular 5 0) (imag-part 3) (real-part 2.5))  ;=> (5 0 2.5)
(make-rectangular 1 2)                                ;!! user-error complex numbers are not supported
(display (list (delay 1) (open-output-bytevector)))   ;>> (#<promise> #<byte-port>)
(write-u8 256 (open-output-bytevector))               ;!! user-error write-u8: expected an integer from 0 to 255

;;;; top level continuations
; A continuation of a top-level form includes the forms after it in its text.
(require 'scheme)
(define k #f)
(define n 0)
(display (call/cc (lambda (c) (set! k c) 1)))
(set! n (+ n 1))
(if (< n 3) (k n))
(display "done")                                  ;>> 112done
; So choices can be made in definitions.
(define choices '())
(define (fail) (if (null? choices) (error "no more choices") (let ((back (car choices))) (set! choices (cdr choices)) (back back))))
(define (choose list)
  (let ((cc (call/cc (lambda (k) k))))
    (cond
      ((null? list) (fail))
      (else (let ((one (car list))) (set! list (cdr list)) (set! choices (cons cc choices)) one)))))
(define x (choose '(1 2 3 4 5 6)))
(define y (choose '(4 5 6)))
(if (not (= (+ x y) 8)) (fail))
(display (list x y))
(if (< x 4) (fail))
(list 'found x y)                                 ;=> (found 4 4)
;>> (2 6)(3 5)(4 4)
; That of a part of a sequence includes the further parts, that of a loaded file the rest of the file.
(define turns 0)
(begin (define again #f) (display (call/cc (lambda (c) (set! again c) 'a))) (display 'b))
(set! turns (+ turns 1))
(if (< turns 3) (again turns))
turns                                             ;=> 3
;>> ab1b2b
(load "counting.scm")                             ;=> "counting.scm has ended"
;>> 0123
; A form that is evaluated by itself has nothing after it.
(+ 100 (call/cc (lambda (c) (set! k c) 1)))       ;=> 101
(begin (display "once") (k 2))                   ;=> 102
;>> once
(define-syntax two (syntax-rules () ((_ a b) (begin a b))))
(define left 3)
(two (define back (call/cc (lambda (c) c))) (display left))
(set! left (- left 1))
(if (> left 0) (back back))
'end                                              ;=> end
;>> 321
;; file: counting.scm
(define from #f)
(define reached (call/cc (lambda (c) (set! from c) 0)))
(display reached)
(if (< reached 3) (from (+ reached 1)))
"counting.scm has ended"

;;;; what is done for its effect returns something true
; A call for its effect returns one value, which is true and is no other: as for `(if #f #f)`.
(require 'scheme)
(define nothing (if #f #f))
(define (is-nothing? x) (eq? x nothing))
(write nothing)                                                            ;>> #<unspecified>
(list (if nothing 'true 'false) (boolean? nothing) (null? nothing) (eq? nothing (void)))   ;=> (true #f #f t)
(every is-nothing? (list (when #f 1) (unless #t 1) (cond (#f 1)) (case 1 ((2) 3)) (do ((i 0 (+ i 1))) ((= i 2))) (begin)))   ;=> t
(if (for-each car '()) 'a 'b)                                              ;=> a
(define v (vector 1 2 3))
(define l (list 1 2 3))
(define s (make-string 2 #\a))
(define h (make-hash-table))
(define x 1)
(define-record-type point (make-point x) point? (x point-x set-point-x!))
(every is-nothing? (list (vector-set! v 0 #f) (vector-fill! v #f) (set-car! l #f) (set-cdr! l #f) (string-set! s 0 #\b) (set! x #f)))   ;=> t
(every is-nothing? (list (hash-table-set! h 1 #f) (hash-table-update! h 1 not) (hash-table-update!/default h 2 not #t) (hash-table-delete! h 1) (hash-table-walk h list) (hash-table-clear! h)))   ;=> t
(every is-nothing? (list (for-each list '(1)) (for-each list '(1) '(2)) (vector-for-each list #(1)) (vector-for-each list #(1) #(2)) (string-for-each list "a") (set-point-x! (make-point 1) #f)))   ;=> t
(let ((f for-each) (g vector-set!) (d set-car!)) (every is-nothing? (list (f list '(1)) (g (vector 1) 0 #f) (d (list 1) #f) (apply vector-fill! (list (vector 1) #f)))))  ;=> t
(every is-nothing? (list (vector-copy! (vector 1 2) 0 #(3)) (vector-reverse! (vector 1 2)) (vector-swap! (vector 1 2) 0 1) (string-fill! s #\c) (string-copy! s 0 "d") (list-set! (list 1 2) 0 #f) (bytevector-u8-set! (bytevector 1) 0 2)))   ;=> t
(let ((p (open-output-string))) (every is-nothing? (list (display 1 p) (write 1 p) (newline p) (write-string "a" p) (write-char #\a p) (write-line 1 p) (flush-output p) (close-port p))))   ;=> t
(let ((p (open-output-bytevector))) (every is-nothing? (list (write-u8 1 p) (write-bytevector #u8(1) p) (close-port p))))   ;=> t
(let ((b (box 1)) (stack '())) (every is-nothing? (list (set-box! b #f) (push! stack #f))))   ;=> t
; Assigning a variable in whatever place it lives.
(let ((n 1)) (list (is-nothing? (set! n #f)) n))                           ;=> (t #f)
(let ((n 1)) (let ((change (lambda () (set! n #f)))) (list (is-nothing? (change)) n)))   ;=> (t #f)
(let loop ((i 0)) (if (< i 3) (loop (+ i 1))))                             ;=> #<unspecified>
(and (set! x #f) (vector-set! v 0 #f) 'went-on)                            ;=> went-on

;;;; what is not there is an error
; Assignments define nothing, and a body has an expression.
(require 'scheme)
(set! nobody 1)                                           ;!! unbound-variable
(define (reset) (set! counter 0) counter)
(reset)                                                   ;!! unbound-variable
(define counter 5)
(reset)                                                   ;=> 0
(let ((f (lambda () (set! later 1)))) (f))                ;!! unbound-variable
(define later 0)
(begin (set! later 2) later)                              ;=> 2
(set! car cdr)
(car '(1 2))                                              ;=> (2)

(lambda (x))                                              ;!! syntax
(define f (lambda ()))                                    ;!! syntax
(let ())                                                  ;!! syntax
(let* ((x 1)))                                            ;!! syntax
(let* ())                                                 ;!! syntax
(letrec ((x 1)))                                          ;!! syntax
(let loop ((i 0)))                                        ;!! syntax
(when #t)                                                 ;!! syntax
(unless #f)                                               ;!! syntax
(case-lambda ((x)))                                       ;!! syntax
(let-values (((a b) (values 1 2))))                       ;!! syntax
(do ((i 0 (+ i 1))) ((= i 3) 'done))                      ;=> done
(and-let* ((x 1)))                                        ;=> 1

;;;; what the core answers
; Results of the core's functions have the same meaning in Scheme as in the core: false, nothing in particular, or a list that may be empty.
(require 'scheme)
(define b (board 4))
(list (solved? b) (settled? b '(0 0)) (contradiction? b) (board? 1))       ;=> (#f #f #f #f)
(list (board? (assign b 0 0 1)) (assign (assign b 0 0 1) 0 1 1) (propagate-constraint (assign b 0 0 1) '((0 1) 1)))   ;=> (t #f #f)
(list (bivalue-cells b) (most-constrained b) (fewest-places (assign b 0 0 1)))  ;=> (nil (0 0) (1 ((1 2) (1 3))))
(list (find-index even? '(1)) (assoc-if even? '((1 2))) (max-by - '()) (sorted? '(2 1) <) (subset? '(1) '(2)) (digit-set? 'a))   ;=> (#f #f #f #f #f #f)
(list (group-by even? '(1 2)) (take-while even? '(1)) (remove-duplicates '()) (list-tail '(1) 1) (digits))   ;=> (((#f 1) (t 2)) nil nil nil nil)
(let ((h (make-table))) (list (table-ref h 1) (table-ref h 1 '()) (table-update! h 1 not) (table-has? h 2) (table-keys (make-table))))   ;=> (#f nil t #f nil)
(let ((f (memoize (lambda (x) (> x 1))))) (list (f 1) (f 1) (f 2)))        ;=> (#f #f t)
(list (ignore-errors (car 5)) (with-budget (:nodes 0) (assign b 0 0 1)) (with-budget (:nodes 9 :else 'out) 'in))   ;=> (#f #f in)
(let ((n 0)) (until (> n 2) (set! n (+ n 1))) (while (> n 0) (set! n (- n 1))) n)   ;=> 0
(list (array-map not (vector #f '() 1)) (list-tabulate 2 (lambda (i) (if (= i 0) #f '()))) (sort-by abs '(-2 1)))   ;=> (#(t #f #f) (#f nil) (1 -2))
(let ((x 1)) (list (every? (lambda (y) (set! x y) #f) '(2 3)) x))          ;=> (#f 2)
; A #f that gets into the core is false there.
(defmethod sign (n) (< n 0) 'negative)
(defmethod sign (n) #t 'other)
(list (sign -1) (sign 1))                                                  ;=> (negative other)
(list (type-of #f) (type-of '()))                                          ;=> (boolean null)
; Modules in the language of the core have its truth: what comes from here is false there if it is #f or empty, and what nil they return is the empty list.
(require 'plain)
(list (choose #f) (choose '()) (choose 0) (first-even '(1)) (first-even '(2)) (count-true (lambda (x) (> x 1)) '(1 2 3)))   ;=> (false false true nil 2 2)
;; file: plain.lisp
(defproc choose (x) (if x 'true 'false))
(defproc first-even (l) (find-if even? l))
(defproc count-true (f l) (count-if f l))

;;;; words that are variables
; `else`, `=>` and the literals of a macro mean nothing special where they are the names of variables. `case` compares with eqv?.
(require 'scheme)
(let ((else #f)) (cond (else 1) (#t 2)))          ;=> 2
(let ((=> #f)) (cond (#t => 'ok)))                ;=> ok
(define-syntax is-else (syntax-rules (else) ((_ else) 'literal) ((_ x) 'other)))
(list (is-else else) (let ((else 1)) (is-else else)))  ;=> (literal other)
(define-syntax choose (syntax-rules () ((_ test a b) (cond (test a) (else b)))))
(let ((else #f)) (choose #f 1 2))                 ;=> 2
(define (kind x) (case x ((2) 'exact) ((2.0) 'inexact) (("a") 'string) ((1/2) 'half) ((#\a) 'char) ((()) 'empty) (else 'other)))
(map kind (list 2 2.0 "a" 1/2 #\a '() 'b))        ;=> (exact inexact other half char empty other)
(list (max 1 2.0) (max 3 2.0) (min 1 2.0) (min 1 2))   ;=> (2.0 3.0 1.0 1)

;;;; an error ends the bindings of parameters and of fluid-let
(require 'scheme)
(define p (make-parameter 1))
(define q (make-parameter '(q)))
(define x 1)
(define y '(y))
(define (seen) (list (p) (q) x y))
(parameterize ((p 2)) (car 1))                                                  ;!! wrong-type
(seen)                                                                          ;=> (1 (q) 1 (y))
(parameterize ((p 2)) (parameterize ((q 2) (p 3)) (raise 'boom)))               ;!! user-error boom
(seen)                                                                          ;=> (1 (q) 1 (y))
(fluid-let ((x 2)) (fluid-let ((y 3) (x 4)) (error "e" x)))                     ;!! user-error
(seen)                                                                          ;=> (1 (q) 1 (y))
(begin (eval '(parameterize ((p 2)) (car 1)) (interaction-environment)))        ;!! wrong-type
(seen)                                                                          ;=> (1 (q) 1 (y))
(parameterize ((p 2)) (with-exception-handler (lambda (e) 1) (lambda () (raise 'boom))))  ;!! user-error the exception handler returned
(seen)                                                                          ;=> (1 (q) 1 (y))

;;;; a definition that a text does not reach leaves the library its name
(require 'scheme)
(define (size) (vector-ref (vector 1) 5))
(size)
(define (assert x) (list 'mine x))      ;!! index-out-of-range
(begin (assert (= 1 1)) 5)              ;=> 5
(assert (= 1 2))                        ;!! user-error assertion failed
; It may look like a definition, and be none.
(define text "
(define (assert x) x)")                 ;=> text
(assert (= 1 2))                        ;!! user-error assertion failed
; A definition that the text has made before its error stays.
(define (before) (assert 3))
(define (assert x) (list 'mine x))
(vector-ref (vector 1) 5)               ;!! index-out-of-range
(before)                                ;=> (mine 3)

;;;; choices among many constants
(require 'scheme)
(define (name-of n) (cond ((= n 0) 'zero) ((= n 1) 'one) ((= n 2) 'two) ((= n 3) 'three) (else 'many)))
(map name-of '(0 1 2 3 4 1.0 2.5))                                  ;=> (zero one two three many one many)
(name-of 'x)                                                        ;!! wrong-type
(define (mixed x) (cond ((= x 1) 'one) ((eq? x 'a) 'a) ((eq? x 'b) 'b) ((eq? x 'c) 'c) ((eq? x 'd) 'd) (else 'none)))
(mixed 1)                                                           ;=> one
(mixed 'a)                                                          ;!! wrong-type
(define (two x y) (cond ((or (eq? x 'a) (eq? y 'b) (eq? x 'c)) 1) ((eq? x 'd) 2) ((eq? x 'e) 3) (else 4)))
(list (two 'a 1) (two 1 'b) (two 'd 1) (two 'e 2) (two 'b 'a))      ;=> (1 1 2 3 4)
(define (token c) (case c ((#\+ #\-) 'sum) ((#\* #\/) 'product) ((#\() 'open) ((1 2) 'number) ((1.5) 'float) (else => list)))
(map token '(#\+ #\- #\* #\/ #\( #\) 1 2 1.0 1.5 x))                ;=> (sum sum product product open (#\)) number number (1.0) float (x))

;;;; a constructor in the place of its call is seen to be redefined
(require 'scheme)
(define-record-type point (make-point x y) point? (x point-x) (y point-y))
(define (twins x) (list (make-point x x) (point? (make-point x 2))))
(twins 1)                           ;=> (#<point :x 1 :y 1> t)
(define (make-point x y) (list 'mine x y))
(twins 1)                           ;=> ((mine 1 1) #f)
