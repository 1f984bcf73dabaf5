; 4.2.1 Conditionals
(cond ((> 3 2) 'greater) ((< 3 2) 'less))  ;=> greater
(cond ((> 3 3) 'greater) ((< 3 3) 'less) (else 'equal))  ;=> equal
(cond ((assv 'b '((a 1) (b 2))) => cadr) (else #f))  ;=> 2
(cond ((assv 'c '((a 1) (b 2))) => cadr) (else 'none))  ;=> none
(cond (#f 1) (2))  ;=> 2
(cond ('() 'empty) (else 'other))  ;=> empty
(cond ((+ 1 1)))  ;=> 2
(cond (#t 1 2 3))  ;=> 3
(cond ((memq 'c '(a b c d)) => (lambda (x) (length x))) (else 0))  ;=> 2
(let ((else #f)) (cond (else 'wrong) (#t 'right)))  ;=> right
(let ((=> #f)) (cond (#t => 'ok)))  ;=> ok
(cond ((list 1 2) => car))  ;=> 1
(case (* 2 3) ((2 3 5 7) 'prime) ((1 4 6 8 9) 'composite))  ;=> composite
(case (car '(c d)) ((a e i o u) 'vowel) ((w y) 'semivowel) (else => (lambda (x) x)))  ;=> c
(case 'x ((x) "x") (else "other"))  ;=> "x"
(case 'z ((x) "x") (else "other"))  ;=> "other"
(case 5 ((1 2 3) 'small) ((4 5 6) => (lambda (n) (* n n))) (else 'large))  ;=> 25
(case '() ((()) 'empty) (else 'other))  ;=> empty
(case #\a ((#\a #\b) 1) (else 2))  ;=> 1
(case #f ((#f) 'false) (else 'other))  ;=> false
(case '() ((#f) 'false) (else 'other))  ;=> other
(case 2.0 ((2) 'exact) ((2.0) 'inexact) (else 'none))  ;=> inexact
(case 100000000000000000000 ((100000000000000000000) 'big) (else 'none))  ;=> big
(case 1/2 ((1/2) 'half) (else 'none))  ;=> half
(case "a" (("a") 'same) (else 'other))  ;=> other
(case (+ 1 1) ((1) 1) ((2) 'a 'b 'c))  ;=> c
(case 'else ((else) 1) (else 2))  ;=> 1
(and (= 2 2) (> 2 1))  ;=> #t
(and (= 2 2) (< 2 1))  ;=> #f
(and 1 2 'c '(f g))  ;=> (f g)
(and)  ;=> #t
(and '() 1)  ;=> 1
(and #f (car '()))  ;=> #f
(and 1 #f 2)  ;=> #f
(or (= 2 2) (> 2 1))  ;=> #t
(or (= 2 2) (< 2 1))  ;=> #t
(or #f #f #f)  ;=> #f
(or (memq 'b '(a b c)) (/ 3 0))  ;=> (b c)
(or)  ;=> #f
(or #f '())  ;=> ()
(or '() 1)  ;=> ()
(or #f 5)  ;=> 5
(when #t 1 2 3)  ;=> 3
(when (> 1 0) 'a 'b)  ;=> b
(when '() 'empty-is-true)  ;=> empty-is-true
(unless #f 1 2)  ;=> 2
(unless (> 0 1) 'yes)  ;=> yes
(let ((x '())) (when (null? x) (set! x 'was-null)) x)  ;=> was-null
(cond-expand (r7rs 'yes) (else 'no))  ;=> yes
(cond-expand ((and r7rs (not no-such-feature)) 1) (else 2))  ;=> 1
(cond-expand (no-such-feature 1) (else 2))  ;=> 2
(cond-expand ((or no-such-feature full-unicode) 1) (else 2))  ;=> 1
(cond-expand ((library (scheme base)) 'there) (else 'missing))  ;=> there
(cond-expand ((library (no such library)) 'there) (else 'missing))  ;=> error
;/= missing -- A requirement of `cond-expand` may name a library that is not there.
(cond-expand ((not r7rs) 1) (else 2))  ;=> 2
; 4.2.2 Binding constructs
(let ((x 2) (y 3)) (* x y))  ;=> 6
(let ((x 2) (y 3)) (let ((x 7) (z (+ x y))) (* z x)))  ;=> 35
(let ((x 2) (y 3)) (let* ((x 7) (z (+ x y))) (* z x)))  ;=> 70
(let () 5)  ;=> 5
(let* () 5)  ;=> 5
(let* ((x 1) (x (+ x 1)) (x (* x 3))) x)  ;=> 6
(let* ((x 1)) (define y 2) (+ x y))  ;=> 3
(letrec ((even? (lambda (n) (if (zero? n) #t (odd? (- n 1))))) (odd? (lambda (n) (if (zero? n) #f (even? (- n 1)))))) (even? 88))  ;=> #t
(letrec ((f (lambda () 1))) (f))  ;=> 1
(letrec ((a 1) (b 2)) (+ a b))  ;=> 3
(letrec* ((p (lambda (x) (+ 1 (q (- x 1))))) (q (lambda (y) (if (zero? y) 0 (+ 1 (p (- y 1)))))) (x (p 5)) (y x)) y)  ;=> 5
(letrec* ((a 1) (b (+ a 1)) (c (* b 2))) (list a b c))  ;=> (1 2 4)
(let-values (((root rem) (exact-integer-sqrt 32))) (* root rem))  ;=> 35
(let-values (((a b) (values 1 2)) ((c) (values 3))) (list a b c))  ;=> (1 2 3)
(let-values (((a . rest) (values 1 2 3))) (list a rest))  ;=> (1 (2 3))
(let-values ((all (values 1 2 3))) all)  ;=> (1 2 3)
(let-values (((a b) (values 1 2))) (define c 3) (+ a b c))  ;=> 6
(let ((a 'a) (b 'b) (x 'x) (y 'y)) (let-values (((a b) (values x y)) ((x y) (values a b))) (list a b x y)))  ;=> (x y a b)
(let ((a 'a) (b 'b) (x 'x) (y 'y)) (let*-values (((a b) (values x y)) ((x y) (values a b))) (list a b x y)))  ;=> (x y x y)
(let*-values (((a b) (values 1 2)) ((c) (values (+ a b)))) c)  ;=> 3
(let*-values () 1)  ;=> 1
(let-values () 2)  ;=> 2
(let-values (((a b) (values 1))) a)  ;=> error
(let ((x 1) (x 2)) x)  ;=> error
(let ((x 1)) (let ((f (lambda () x)) (x 2)) (f)))  ;=> 1
(let ((list vector)) (list 1 2))  ;=> #(1 2)
(let ((if list)) (if 1 2 3))  ;=> (1 2 3)
(let ((quote -)) '5)  ;=> -5
(let ((define list)) (define 1 2))  ;=> (1 2)
; 4.2.3 Sequencing
(let ((x 0)) (begin (set! x 5) (+ x 1)))  ;=> 6
(begin 1 2 3)  ;=> 3
(let ((r '())) (begin (set! r (cons 1 r)) (set! r (cons 2 r))) r)  ;=> (2 1)
; 4.2.4 Iteration
(do ((vec (make-vector 5)) (i 0 (+ i 1))) ((= i 5) vec) (vector-set! vec i i))  ;=> #(0 1 2 3 4)
(let ((x '(1 3 5 7 9))) (do ((x x (cdr x)) (sum 0 (+ sum (car x)))) ((null? x) sum)))  ;=> 25
(do ((i 0 (+ i 1))) ((= i 3) 'done))  ;=> done
(do ((i 0 (+ i 1)) (acc '() (cons i acc))) ((= i 4) acc))  ;=> (3 2 1 0)
(do ((i 0 (+ i 1)) (j 10)) ((= i 3) (list i j)))  ;=> (3 10)
(let ((fs '())) (do ((i 0 (+ i 1))) ((= i 3)) (set! fs (cons (lambda () i) fs))) (map (lambda (f) (f)) fs))  ;=> (2 1 0)
(let loop ((numbers '(3 -2 1 6 -5)) (nonneg '()) (neg '())) (cond ((null? numbers) (list nonneg neg)) ((>= (car numbers) 0) (loop (cdr numbers) (cons (car numbers) nonneg) neg)) ((< (car numbers) 0) (loop (cdr numbers) nonneg (cons (car numbers) neg)))))  ;=> ((6 1 3) (-5 -2))
(let loop ((i 0)) (if (< i 10) (loop (+ i 1)) i))  ;=> 10
(let loop () 5)  ;=> 5
(let f ((x 3)) (if (= x 0) '() (cons x (f (- x 1)))))  ;=> (3 2 1)
(let loop ((i 0) (fs '())) (if (= i 3) (map (lambda (f) (f)) fs) (loop (+ i 1) (cons (lambda () i) fs))))  ;=> (2 1 0)
(let loop ((i 0)) (define next (+ i 1)) (if (< i 5) (loop next) i))  ;=> 5
(let ((loop 5)) (let loop ((x loop)) x))  ;=> 5
; 4.2.5 Delayed evaluation
(force (delay (+ 1 2)))  ;=> 3
(let ((p (delay (+ 1 2)))) (list (force p) (force p)))  ;=> (3 3)
(let* ((count 0) (p (delay (begin (set! count (+ count 1)) count)))) (force p) (force p) count)  ;=> 1
(letrec ((integers (lambda (n) (delay (cons n (integers (+ n 1)))))) (head (lambda (s) (car (force s)))) (tail (lambda (s) (cdr (force s))))) (head (tail (tail (integers 0)))))  ;=> 2
(letrec ((loop (lambda (n) (if (= n 0) (delay 'done) (delay-force (loop (- n 1))))))) (force (loop 10000)))  ;=> done
(let ((x 5)) (define count 0) (define p (delay (begin (set! count (+ count 1)) (if (> count x) count (force p))))) (list (force p) (begin (set! x 10) (force p))))  ;=> (6 6)
(promise? (delay 1))  ;=> #t
(promise? 1)  ;=> #f
(promise? (make-promise 1))  ;=> #t
(force (make-promise 5))  ;=> 5
(force 7)  ;=> error
;/= 7 -- `force` returns what is no promise, which R7RS allows.
(promise? (make-promise (delay 1)))  ;=> #t
(force (delay-force (delay 3)))  ;=> 3
(force (delay '()))  ;=> ()
(force (delay #f))  ;=> #f
(let ((p (delay (values 1)))) (force p))  ;=> 1
(let* ((n 0) (p (delay (begin (set! n (+ n 1)) (if (< n 3) (force p) n))))) 'defined)  ;=> defined
(force (delay (raise 'oops)))  ;=> error
; 4.2.6 Dynamic bindings
(let ((radix (make-parameter 10 (lambda (x) (if (and (exact-integer? x) (<= 2 x 16)) x (error "invalid radix")))))) (define (f n) (number->string n (radix))) (list (f 12) (parameterize ((radix 2)) (f 12)) (f 12)))  ;=> ("12" "1100" "12")
(let ((radix (make-parameter 10 (lambda (x) (if (exact-integer? x) x (error "invalid radix")))))) (parameterize ((radix 'a)) 1))  ;=> error
(let ((p (make-parameter 1))) (parameterize ((p 2)) (p)))  ;=> 2
(let ((p (make-parameter 1))) (parameterize ((p 2)) (parameterize ((p 3)) (p))))  ;=> 3
(let ((p (make-parameter 1)) (q (make-parameter 2))) (parameterize ((p (q)) (q (p))) (list (p) (q))))  ;=> (2 1)
(let ((p (make-parameter 1))) (guard (e (#t (p))) (parameterize ((p 2)) (raise 'x))))  ;=> 1
(let ((p (make-parameter '()))) (p))  ;=> ()
(let ((p (make-parameter #f))) (p))  ;=> #f
(let ((p (make-parameter 5 (lambda (x) (* x 2))))) (list (p) (parameterize ((p 3)) (p)) (p)))  ;=> (10 6 10)
(let ((p (make-parameter 1))) (define (f) (p)) (parameterize ((p 5)) (f)))  ;=> 5
(parameterize () 1)  ;=> 1
(let ((p (make-parameter 0))) (let ((k #f) (r '())) (parameterize ((p 1)) (set! r (cons (p) r))) (cons (p) r)))  ;=> (0 1)
(let ((p (make-parameter 1))) (call/cc (lambda (k) (parameterize ((p 2)) (k 'out)))) (p))  ;=> 1
; 4.2.7 Exception handling
(guard (condition ((assq 'a condition) => cdr) ((assq 'b condition))) (raise (list (cons 'a 42))))  ;=> 42
(guard (condition ((assq 'a condition) => cdr) ((assq 'b condition))) (raise (list (cons 'b 23))))  ;=> (b . 23)
(guard (e (#t 'caught)) (error "x"))  ;=> caught
(guard (e ((symbol? e) (list 'symbol e)) ((string? e) (list 'string e))) (raise 'boom))  ;=> (symbol boom)
(guard (e ((symbol? e) 'symbol)) (raise "no symbol"))  ;=> error
(guard (e ((symbol? e) 'symbol)) 'no-exception)  ;=> no-exception
(guard (e (else 'else-clause)) (raise 1))  ;=> else-clause
(guard (e ((string? e) 'inner)) (guard (e ((number? e) 'number)) (raise "s")))  ;=> inner
(guard (e (#f 'never) ((list e) => car)) (raise 'x))  ;=> x
(guard (e ('() 'empty-list-is-true)) (raise 1))  ;=> empty-list-is-true
(guard (e (#t (error-object-message e))) (error "message" 1 2))  ;=> "message"
(guard (e (#t (error-object-irritants e))) (error "message" 1 2))  ;=> (1 2)
(guard (e ((error-object? e) 'error-object) (else 'other)) (car 5))  ;=> error-object
(guard (e ((error-object? e) 'error-object) (else 'other)) (vector-ref (vector 1) 9))  ;=> error-object
(guard (e ((error-object? e) 'error-object) (else 'other)) (raise 5))  ;=> other
(guard (e (#t 'division)) (/ 1 0))  ;=> division
(let ((path '())) (guard (e (#t (set! path (cons 'handled path)))) (dynamic-wind (lambda () (set! path (cons 'in path))) (lambda () (raise 'x)) (lambda () (set! path (cons 'out path))))) (reverse path))  ;=> (in out handled)
(guard (e ((eq? e 'again) 'outer)) (guard (e ((eq? e 'other) 'inner)) (raise 'again)))  ;=> outer
(guard (e ((begin (set! e 5) #t) e)) (raise 1))  ;=> 5
; 4.2.8 Quasiquotation
`(list ,(+ 1 2) 4)  ;=> (list 3 4)
(let ((name 'a)) `(list ,name ',name))  ;=> (list a (quote a))
`(a ,(+ 1 2) ,@(map abs '(4 -5 6)) b)  ;=> (a 3 4 5 6 b)
`((foo ,(- 10 3)) ,@(cdr '(c)) . ,(car '(cons)))  ;=> ((foo 7) . cons)
`#(10 5 ,(sqrt 4) ,@(map sqrt '(16 9)) 8)  ;=> #(10 5 2 4 3 8)
(let ((foo '(foo bar)) (@baz 'baz)) `(list ,@foo , @baz))  ;=> (list foo bar baz)
`(a `(b ,(c ,(+ 1 2))))  ;=> (a (quasiquote (b (unquote (c 3)))))
`(a `(b ,(foo ,(+ 1 3) d) e) f)  ;=> (a (quasiquote (b (unquote (foo 4 d)) e)) f)
(let ((name1 'x) (name2 'y)) `(a `(b ,,name1 ,',name2 d) e))  ;=> (a (quasiquote (b (unquote x) (unquote (quote y)) d)) e)
(let ((a 3)) `((1 2) ,a ,4 ,'five 6))  ;=> ((1 2) 3 4 five 6)
(quasiquote (list (unquote (+ 1 2)) 4))  ;=> (list 3 4)
'(quasiquote (list (unquote (+ 1 2)) 4))  ;=> (quasiquote (list (unquote (+ 1 2)) 4))
`()  ;=> ()
`a  ;=> a
`,1  ;=> 1
`"text"  ;=> "text"
`(1 . ,(+ 1 1))  ;=> (1 . 2)
`(,@'(1 2))  ;=> (1 2)
`(,@'(1 2) . 3)  ;=> (1 2 . 3)
`(,@'() a)  ;=> (a)
`(a ,@'() b)  ;=> (a b)
`(,@'(1) ,@'(2 3))  ;=> (1 2 3)
`#(,@'())  ;=> #()
`#(a ,@'(b c) d)  ;=> #(a b c d)
`(x . #(,(+ 1 2)))  ;=> (x . #(3))
`#u8(1 2)  ;=> #u8(1 2)
`(#t ,#f)  ;=> (#t #f)
`(1 ```,,@,,@(list (+ 1 2)) 4)  ;=> (1 (quasiquote (quasiquote (quasiquote (unquote (unquote-splicing (unquote 3)))))) 4)
`(a . `(b ,(c . ,(+ 1 1))))  ;=> (a quasiquote (b (unquote (c . 2))))
`((,1 . ,2) . ,3)  ;=> ((1 . 2) . 3)
(let ((x '(1 2))) `(,@x ,@x))  ;=> (1 2 1 2)
(let ((unquote list)) `(a ,(+ 1 2)))  ;=> (a (unquote (+ 1 2)))
; 4.2.9 Case-lambda
(let ((range (case-lambda ((e) (range-from 0 e)) ((b e) (list b e))))) (range 3 5))  ;=> (3 5)
(let ((f (case-lambda ((a) 'one) ((a b) 'two) ((a b . c) (list 'more c)))))  (list (f 1) (f 1 2) (f 1 2 3 4)))  ;=> (one two (more (3 4)))
(let ((f (case-lambda ((a) 'one) (all all)))) (list (f 1) (f) (f 1 2)))  ;=> (one () (1 2))
((case-lambda ((a) a) ((a b) b)))  ;=> error
((case-lambda ((a b) b) ((a) a)) 1 2 3)  ;=> error
(let ((f (case-lambda (() 0) ((x . y) (list x y))))) (list (f) (f 1)))  ;=> (0 (1 ()))
(procedure? (case-lambda))  ;=> #t
(let ((plus (case-lambda (() 0) ((x) x) ((x y) (+ x y)) ((x y . z) (apply + x y z))))) (list (plus) (plus 1) (plus 1 2) (plus 1 2 3 4)))  ;=> (0 1 3 10)
; Recursive bindings whose values come once more: all variables are assigned, each to its own place.
(let ((k #f)) (letrec ((x (call/cc (lambda (c) (set! k c) 0))) (y (call/cc (lambda (c) (set! k c) 0)))) (if k (let ((c k)) (set! k #f) (set! x 1) (set! y 1) (c 0)) (+ x y))))  ;=> 0
(let ((k #f)) (letrec* ((x (call/cc (lambda (c) (set! k c) 0))) (y (call/cc (lambda (c) (set! k c) 0)))) (if k (let ((c k)) (set! k #f) (set! x 1) (set! y 1) (c 0)) (+ x y))))  ;=> 1
(let ((k #f) (fs '())) (define (go) (define x (call/cc (lambda (c) (set! k c) 0))) (set! fs (cons (lambda () x) fs)) (if (= (length fs) 1) (k 5) (map (lambda (f) (f)) fs))) (go))  ;=> (5 5)
(let ((k #f) (fs '())) (letrec ((x (call/cc (lambda (c) (set! k c) 0)))) (set! fs (cons (lambda () x) fs)) (if (= (length fs) 1) (k 5) (map (lambda (f) (f)) fs))))  ;=> (5 5)
(let ((k #f) (fs '())) (let ((x (call/cc (lambda (c) (set! k c) 0)))) (set! fs (cons (lambda () x) fs)) (if (= (length fs) 1) (k 5) (map (lambda (f) (f)) fs))))  ;=> (5 0)
(let ((k #f) (n 0)) (letrec ((y (lambda () x)) (x (call/cc (lambda (c) (set! k c) 0)))) (set! n (+ n 1)) (let ((r (procedure? y))) (set! y n) (if (< n 3) (k 5) (list r y x)))))  ;=> (#t 3 5)
(let ((k #f) (n 0)) (letrec* ((y (lambda () x)) (x (call/cc (lambda (c) (set! k c) 0)))) (set! n (+ n 1)) (let ((r (procedure? y))) (set! y n) (if (< n 3) (k 5) (list r y x)))))  ;=> (#f 3 5)
(letrec* ((a 1) (b (+ a 1)) (f (lambda () (* a b)))) (set! a 10) (f))  ;=> 20
(letrec* ((even? (lambda (n) (or (= n 0) (odd? (- n 1))))) (odd? (lambda (n) (and (> n 0) (even? (- n 1)))))) (even? 101))  ;=> #f
(letrec* () 1)  ;=> 1
(letrec* ((x 1)) (define x 2) x)  ;=> 2
(let ((k (list)) (n 0) (acc (list))) (letrec ((x 0)) (set! n (+ n 1)) (let ((s (list n (if (procedure? x) (x) x)))) (set! acc (cons s acc)) (set! x n) (if (and (pair? k) (< n 2)) (let ((c (car k))) (set! k (cdr k)) (c (* 100 n))) (reverse acc)))))  ;=> ((1 0))
(let ((k (list)) (n 0) (acc (list))) (letrec* ((f 0)) (set! n (+ n 1)) (let ((s (list n (if (procedure? f) (f) f)))) (set! acc (cons s acc)) (set! f 'set) (set! f 'set) (if (and (pair? k) (< n 4)) (let ((c (car k))) (set! k (cdr k)) (c (* 100 n))) (reverse acc)))))  ;=> ((1 0))
(let ((k (list)) (n 0) (acc (list))) (letrec ((f (lambda () n))) (set! n (+ n 1)) (let ((s (list n (if (procedure? f) (f) f)))) (set! acc (cons s acc)) (set! f n) (if (and (pair? k) (< n 2)) (let ((c (car k))) (set! k (cdr k)) (c (* 100 n))) (reverse acc)))))  ;=> ((1 1))
(let ((k (list)) (n 0) (acc (list))) (define (go) (define f (list n)) (set! n (+ n 1)) (let ((s (list n (if (procedure? f) (f) f)))) (set! acc (cons s acc)) (set! f 'set) (if (and (pair? k) (< n 5)) (let ((c (car k))) (set! k (cdr k)) (c (* 100 n))) (reverse acc)))) (go))  ;=> ((1 (0)))
(let ((k (list)) (n 0) (acc (list))) (letrec* ((f 0)) (set! n (+ n 1)) (let ((s (list n (if (procedure? f) (f) f)))) (set! acc (cons s acc))  (if (and (pair? k) (< n 4)) (let ((c (car k))) (set! k (cdr k)) (c (* 100 n))) (reverse acc)))))  ;=> ((1 0))
(let ((k (list)) (n 0) (acc (list))) (define (go) (define z (list n)) (set! n (+ n 1)) (let ((s (list n (if (procedure? z) (z) z)))) (set! acc (cons s acc)) (set! z n) (if (and (pair? k) (< n 4)) (let ((c (car k))) (set! k (cdr k)) (c (* 100 n))) (reverse acc)))) (go))  ;=> ((1 (0)))
(let ((k (list)) (n 0) (acc (list))) (letrec* ((x 0)) (set! n (+ n 1)) (let ((s (list n (if (procedure? x) (x) x)))) (set! acc (cons s acc)) (set! x 'set) (set! x n) (if (and (pair? k) (< n 4)) (let ((c (car k))) (set! k (cdr k)) (c (* 100 n))) (reverse acc)))))  ;=> ((1 0))
(let ((k (list)) (n 0) (acc (list))) (define (go) (define y (lambda () n)) (set! n (+ n 1)) (let ((s (list n (if (procedure? y) (y) y)))) (set! acc (cons s acc))  (if (and (pair? k) (< n 4)) (let ((c (car k))) (set! k (cdr k)) (c (* 100 n))) (reverse acc)))) (go))  ;=> ((1 1))
(let ((k (list)) (n 0) (acc (list))) (letrec* ((x 0)) (set! n (+ n 1)) (let ((s (list n (if (procedure? x) (x) x)))) (set! acc (cons s acc)) (set! x n) (set! x 'set) (if (and (pair? k) (< n 4)) (let ((c (car k))) (set! k (cdr k)) (c (* 100 n))) (reverse acc)))))  ;=> ((1 0))
(let ((k (list)) (n 0) (acc (list))) (letrec ((f (list n))) (set! n (+ n 1)) (let ((s (list n (if (procedure? f) (f) f)))) (set! acc (cons s acc)) (set! f 'set) (if (and (pair? k) (< n 2)) (let ((c (car k))) (set! k (cdr k)) (c (* 100 n))) (reverse acc)))))  ;=> ((1 (0)))
(let ((k (list)) (n 0) (acc (list))) (letrec ((y 0)) (set! n (+ n 1)) (let ((s (list n (if (procedure? y) (y) y)))) (set! acc (cons s acc)) (set! y 'set) (set! y 'set) (if (and (pair? k) (< n 2)) (let ((c (car k))) (set! k (cdr k)) (c (* 100 n))) (reverse acc)))))  ;=> ((1 0))
(let ((k (list)) (n 0) (acc (list))) (define (go) (define z (list n)) (set! n (+ n 1)) (let ((s (list n (if (procedure? z) (z) z)))) (set! acc (cons s acc)) (set! z 'set) (if (and (pair? k) (< n 4)) (let ((c (car k))) (set! k (cdr k)) (c (* 100 n))) (reverse acc)))) (go))  ;=> ((1 (0)))
(let ((k (list)) (n 0) (acc (list))) (letrec* ((z (list n))) (set! n (+ n 1)) (let ((s (list n (if (procedure? z) (z) z)))) (set! acc (cons s acc)) (set! z n) (set! z 'set) (if (and (pair? k) (< n 4)) (let ((c (car k))) (set! k (cdr k)) (c (* 100 n))) (reverse acc)))))  ;=> ((1 (0)))
(let ((k (list)) (n 0) (acc (list))) (letrec* ((f 0)) (set! n (+ n 1)) (let ((s (list n (if (procedure? f) (f) f)))) (set! acc (cons s acc)) (set! f n) (if (and (pair? k) (< n 5)) (let ((c (car k))) (set! k (cdr k)) (c (* 100 n))) (reverse acc)))))  ;=> ((1 0))
(let ((k (list)) (n 0) (acc (list))) (letrec ((z (lambda () n))) (set! n (+ n 1)) (let ((s (list n (if (procedure? z) (z) z)))) (set! acc (cons s acc)) (set! z 'set) (if (and (pair? k) (< n 4)) (let ((c (car k))) (set! k (cdr k)) (c (* 100 n))) (reverse acc)))))  ;=> ((1 1))
(let ((k (list)) (n 0) (acc (list))) (define (go) (define y 0) (set! n (+ n 1)) (let ((s (list n (if (procedure? y) (y) y)))) (set! acc (cons s acc)) (set! y n) (if (and (pair? k) (< n 5)) (let ((c (car k))) (set! k (cdr k)) (c (* 100 n))) (reverse acc)))) (go))  ;=> ((1 0))
(let ((k (list)) (n 0) (acc (list))) (letrec* ((z 0) (y 1)) (set! n (+ n 1)) (let ((s (list n (if (procedure? z) (z) z) (if (procedure? y) (y) y)))) (set! acc (cons s acc))  (if (and (pair? k) (< n 3)) (let ((c (car k))) (set! k (cdr k)) (c (* 100 n))) (reverse acc)))))  ;=> ((1 0 1))
(let ((k (list)) (n 0) (acc (list))) (letrec* ((y 0)) (set! n (+ n 1)) (let ((s (list n (if (procedure? y) (y) y)))) (set! acc (cons s acc)) (set! y 'set) (set! y 'set) (if (and (pair? k) (< n 4)) (let ((c (car k))) (set! k (cdr k)) (c (* 100 n))) (reverse acc)))))  ;=> ((1 0))
(let ((k (list)) (n 0) (acc (list))) (letrec ((x (list n))) (set! n (+ n 1)) (let ((s (list n (if (procedure? x) (x) x)))) (set! acc (cons s acc)) (set! x 'set) (if (and (pair? k) (< n 5)) (let ((c (car k))) (set! k (cdr k)) (c (* 100 n))) (reverse acc)))))  ;=> ((1 (0)))
(let ((k (list)) (n 0) (acc (list))) (define (go) (define x (lambda () n)) (set! n (+ n 1)) (let ((s (list n (if (procedure? x) (x) x)))) (set! acc (cons s acc))  (if (and (pair? k) (< n 4)) (let ((c (car k))) (set! k (cdr k)) (c (* 100 n))) (reverse acc)))) (go))  ;=> ((1 1))
(let ((k (list)) (n 0) (acc (list))) (letrec ((z (list n))) (set! n (+ n 1)) (let ((s (list n (if (procedure? z) (z) z)))) (set! acc (cons s acc)) (set! z n) (if (and (pair? k) (< n 2)) (let ((c (car k))) (set! k (cdr k)) (c (* 100 n))) (reverse acc)))))  ;=> ((1 (0)))
(let ((k (list)) (n 0) (acc (list))) (letrec ((y 0)) (set! n (+ n 1)) (let ((s (list n (if (procedure? y) (y) y)))) (set! acc (cons s acc)) (set! y 'set) (if (and (pair? k) (< n 3)) (let ((c (car k))) (set! k (cdr k)) (c (* 100 n))) (reverse acc)))))  ;=> ((1 0))
(let ((k (list)) (n 0) (acc (list))) (letrec* ((x (list n))) (set! n (+ n 1)) (let ((s (list n (if (procedure? x) (x) x)))) (set! acc (cons s acc))  (if (and (pair? k) (< n 5)) (let ((c (car k))) (set! k (cdr k)) (c (* 100 n))) (reverse acc)))))  ;=> ((1 (0)))
(let ((k (list)) (n 0) (acc (list))) (letrec ((z (lambda () n))) (set! n (+ n 1)) (let ((s (list n (if (procedure? z) (z) z)))) (set! acc (cons s acc)) (set! z 'set) (if (and (pair? k) (< n 3)) (let ((c (car k))) (set! k (cdr k)) (c (* 100 n))) (reverse acc)))))  ;=> ((1 1))
