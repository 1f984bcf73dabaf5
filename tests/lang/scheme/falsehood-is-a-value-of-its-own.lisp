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
