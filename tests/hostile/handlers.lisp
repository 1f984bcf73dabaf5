; limits: time=0.1 memory=32M

; A handler of everything around a loop.
(catch nil (while t)) ;!! out-of-time

; A handler of everything around a bomb.
; limits: time=3
(catch nil (let ((l nil)) (while t (setq l (cons l l))))) ;!! out-of-memory

; A handler that starts again.
(defproc again () (catch-and-apply nil (lambda (tag c) (again)) (while t))) (again) ;!! out-of-time

; A handler of bombs that goes on with loops.
; limits: time=3
(catch-and-apply nil (lambda (tag c) (while t)) (make-array 1000000000)) ;!! out-of-memory

; Errors are ignored around a limit.
; limits: time=3
(ignore-errors (make-array 1000000000)) ;!! out-of-memory

; A cleanup around a limit is not run.
(unwind-protect (while t) (display "cleanup")) ;!! out-of-time

; A cleanup that throws.
(catch 'a (unwind-protect (throw 'a 1) (throw 'a 2))) ;=> 2

; A cleanup that fails.
(unwind-protect (car 1) (cdr 2)) ;!! wrong-type

; A cleanup that leaves by a continuation.
(let/cc k (unwind-protect (car 1) (k 'left))) ;=> left

; A cleanup that leaves, in a loop.
(while t (let/cc k (unwind-protect (car 1) (k 1)))) ;!! out-of-time

; A cleanup that calls what it cleans up.
(defproc f () (unwind-protect (car 1) (f))) (f) ;!! out-of-memory too-deep out-of-time

; A cleanup in a cleanup in a cleanup.
(defproc f (n) (unwind-protect n (unless (= n 0) (f (- n 1))))) (f 1000) ;=> 1000

; A handler that throws the same.
(catch-and-apply 'error (lambda (tag c) (throw tag c)) (car 1)) ;!! wrong-type

; A handler that throws the same to itself, for ever.
(let loop () (catch-and-apply 'error (lambda (tag c) (loop)) (car 1))) ;!! out-of-time

; A handler inside a handler inside a handler.
(defproc f (n) (if (= n 0) (car 1) (catch-and-apply 'error (lambda (tag c) (error "again" c)) (f (- n 1))))) (f 100) ;!! user-error

; An error with an error in it, nested very deeply.
(setq c nil) (dotimes (i 5000) (setq c (catch-and-apply 'error (lambda (tag c) c) (error "x" c)))) (error "last" c) ;!! user-error out-of-memory out-of-time

; An error whose message is enormous.
(error (make-string 1000000 #\x)) ;!! user-error

; An error whose message has very many lines.
(error (make-string 100000 #\newline)) ;!! user-error

; An error whose irritants are enormous.
; limits: time=3
(error "big" (make-string 1000000 #\x) (iota 100000)) ;!! user-error

; An error with very many irritants.
(apply error "many" (iota 50000)) ;!! user-error

; An error in a line of enormous length.
; limits: time=3
(eval (read (string-append "(progn " (string-repeat "1 " 100000) "(car 1))"))) ;!! wrong-type

; A tag of great length that nobody catches.
(throw (string->symbol (make-string 60000 #\x)) 1) ;!! uncaught-throw

; A name of great length that nobody has defined.
(eval (string->symbol (make-string 60000 #\x))) ;!! unbound-variable

; A function with a name of great length is called wrongly.
(setq name (string->symbol (make-string 60000 #\x))) (eval (list 'defproc name '(x) 'x)) (eval (list name)) ;!! argument-count

; A module with a name of enormous length.
(require (make-string 1000000 #\x)) ;!! file

; A file with a name of enormous length.
(read-file (make-string 1000000 #\x)) ;!! file

; A keyword of enormous length as an option.
(make-array '(2) (string->keyword (make-string 1000000 #\x)) 1) ;!! argument-count bad-value wrong-type

; A value of enormous length where a number is expected.
(+ 1 (make-string 1000000 #\x)) ;!! wrong-type

; A tag that is a string of control characters.
(throw (list->string (map-with integer->char (iota 32))) 1) ;!! uncaught-throw

; An error whose message is no text for terminals.
(error (list->string (list (integer->char 27) #\[ #\2 #\J (integer->char 0) (integer->char 7)))) ;!! user-error

; An error that is thrown as a value of its own.
(throw 'error 5) ;!! user-error

; Exit inside cleanups that loop.
(unwind-protect (exit 1) (while t)) ;!! out-of-time

; A handler of everything around exit.
(catch nil (throw 'x 1) (exit 1)) ;=>

; A place is asked of a condition that has none.
(condition-place (catch-and-apply 'error (lambda (tag c) c) (eval (list 'car 1)))) ;??

; Asserting what never holds.
(while t (ignore-errors (assert nil))) ;!! out-of-time

; Thousands of handlers inside one another.
; limits: time=3
(defproc f (n) (if (= n 0) (throw 'x 1) (catch 'y (f (- n 1))))) (catch 'x (f 20000)) ;=> 1

; A throw through thousands of cleanups.
; limits: time=3
(setq count 0) (defproc f (n) (if (= n 0) (throw 'x 1) (unwind-protect (f (- n 1)) (setq count (+ count 1))))) (catch 'x (f 2000)) count ;=> 2000

; limits: time=0.15 memory=32M

; A continuation is entered after its form has ended.
(setq k nil) (setq n 0) (call/cc (lambda (c) (setq k c))) (setq n (+ n 1)) (if (< n 1000) (k 1) n) ;=> 1000

; A continuation is entered for ever.
(setq k nil) (call/cc (lambda (c) (setq k c))) (k 1) ;!! out-of-time

; A continuation is entered from a cleanup.
(let ((n 0)) (unwind-protect (call/cc (lambda (c) (setq k c))) (setq n (+ n 1))) (if (< n 100) (k 1) n)) ;=> 100

; A continuation of a cleanup is entered.
(let ((n 0)) (unwind-protect 1 (call/cc (lambda (c) (setq k c)))) (setq n (+ n 1)) (if (< n 100) (k 1) n)) ;??

; A continuation of a handler is entered.
(let ((n 0)) (catch-and-apply 'error (lambda (tag c) (call/cc (lambda (c) (setq k c)))) (car 1)) (setq n (+ n 1)) (if (< n 100) (k 1) n)) ;=> 100

; A continuation of an argument is entered again and again.
(let ((n 0)) (list (call/cc (lambda (c) (setq k c) 1)) (setq n (+ n 1)) (if (< n 100) (k n) n))) ;=> (99 100 100)

; A continuation of a function in map is entered again.
(let ((n 0) (r (map-with (lambda (x) (call/cc (lambda (c) (when (= x 2) (setq k c)) x))) '(1 2 3)))) (setq n (+ n 1)) (if (< n 100) (k n) r)) ;=> (1 99 3)

; A continuation of a sort's order is entered again.
(setq n 0) (setq r (sort (list 3 1 2) (lambda (a b) (call/cc (lambda (c) (setq k c) (< a b)))))) (setq n (+ n 1)) (if (< n 100) (k nil) (length r)) ;=> 3

; A continuation of a macro's expansion is entered after it.
(defmacro m () (call/cc (lambda (c) (setq k c) 1))) (m) (k 2) ;!! bad-continuation

; A continuation of an eval is entered after it.
(setq n 0) (eval '(call/cc (lambda (c) (setq k c)))) (setq n (+ n 1)) (if (< n 10) (k 1) n) ;??

; A continuation of a loaded file is entered after it.
(write-file "k.lisp" "(call/cc (lambda (c) (setq k c)))") (setq n 0) (load "k.lisp") (setq n (+ n 1)) (if (< n 10) (k 1) n) ;??

; A continuation of an output port is entered after it has been closed.
(setq n 0) (with-output-to-string (call/cc (lambda (c) (setq k c))) (display "x")) (setq n (+ n 1)) (if (< n 10) (k 1) n) ;??

; A continuation of an input port is entered after it has been closed.
(setq n 0) (with-open-port (p (open-input-string "abc")) (call/cc (lambda (c) (setq k c))) (read-char p)) (setq n (+ n 1)) (if (< n 10) (k 1) n) ;??

; A continuation of a guard is entered after it.
(defmethod g (x) (call/cc (lambda (c) (setq k c) t)) 'yes) (setq n 0) (setq r (g 1)) (setq n (+ n 1)) (if (< n 10) (k t) r) ;=> yes

; A continuation of a default is entered after it.
(defproc f (&optional (x (call/cc (lambda (c) (setq k c) 1)))) x) (setq n 0) (setq r (f)) (setq n (+ n 1)) (if (< n 10) (k n) r) ;=> 9

; Continuations in a continuation in a continuation.
(let ((k nil)) (dotimes (i 1000) (call/cc (lambda (c) (setq k (list k c))))) 'done) ;=> done

; A generator by continuations of two sides.
(setq back nil) (defproc gen () (let loop ((i 0)) (call/cc (lambda (next) (setq resume next) (back i))) (loop (+ i 1)))) (setq resume (lambda (x) (gen))) (let loop ((sum 0)) (let ((v (call/cc (lambda (b) (setq back b) (resume nil))))) (if (< v 1000) (loop (+ sum v)) sum))) ;=> 499500

; A continuation with too many values.
(call/cc (lambda (k) (apply k (iota 1000)))) ;??

; A continuation without a value.
(call/cc (lambda (k) (k))) ;??

; A continuation as a key and an element.
(call/cc (lambda (k) (let ((h (make-table))) (table-set! h k k) (list (= (table-ref h k) k) (equal? k k)))))   ;=> (t t)

; call/cc of what is no function.
(call/cc 5) ;!! not-a-function wrong-type

; call/cc of call/cc.
((call/cc call/cc) (lambda (x) 5)) ;??

; call/cc of a continuation.
(call/cc (call/cc (lambda (k) k))) ;??

; A puzzle of continuations.
; limits: ticks=100000
(let* ((yin ((lambda (cc) (display "@") cc) (call/cc (lambda (c) c)))) (yang ((lambda (cc) (display "*") cc) (call/cc (lambda (c) c))))) (yin yang)) ;!! out-of-ticks out-of-memory out-of-time

; An escape out of a hundred thousand calls.
(defproc f (n k) (if (= n 0) (k 'out) (+ 1 (f (- n 1) k)))) (let/cc k (f 20000 k)) ;=> out

; An escape that is used after its block.
(setq k nil) (let/cc c (setq k c)) (catch-and-apply nil (lambda (tag c) 'caught) (k 1)) ;??

; A return from a block that has been left.
(setq f (block b (lambda () (return-from b 1)))) (f) ;!! bad-continuation uncaught-throw

; Scheme: winds that throw in every part.
; language: scheme
(guard (e (#t (list 'caught e))) (dynamic-wind (lambda () 1) (lambda () (raise 'a)) (lambda () (raise 'b)))) ;=> (caught b)

; Scheme: a continuation goes in and out of a wind for ever.
; language: scheme
(let ((k #f)) (dynamic-wind (lambda () #t) (lambda () (call/cc (lambda (c) (set! k c)))) (lambda () #t)) (k 1)) ;!! out-of-time

; Scheme: a wind whose way in enters itself.
; language: scheme
(let ((k #f)) (dynamic-wind (lambda () (if k (k 1))) (lambda () (call/cc (lambda (c) (set! k c)))) (lambda () #t)) (k 1)) ;!! out-of-time out-of-memory too-deep

; Scheme: winds inside one another, deep.
; language: scheme
(let loop ((n 3000)) (if (= n 0) 'end (dynamic-wind (lambda () #t) (lambda () (loop (- n 1))) (lambda () #t)))) ;=> end

; Scheme: a handler that returns from what cannot be continued.
; language: scheme
(with-exception-handler (lambda (e) 5) (lambda () (raise 'x))) ;??

; Scheme: a handler that raises in itself.
; language: scheme
(with-exception-handler (lambda (e) (raise e)) (lambda () (raise 'x))) ;!! uncaught-throw user-error bad-value

; Scheme: handlers inside one another, each raising.
; language: scheme
(let loop ((n 300)) (if (= n 0) (raise 'x) (with-exception-handler (lambda (e) (raise (list e))) (lambda () (loop (- n 1)))))) ;!! uncaught-throw user-error bad-value

; Scheme: a promise that forces itself.
; language: scheme
(define p (delay (force p))) (force p) ;!! out-of-memory too-deep out-of-time user-error bad-value

; Scheme: a stream without an end is walked and kept.
; language: scheme
(define (from n) (cons-stream n (from (+ n 1)))) (let loop ((s (from 0)) (all '())) (loop (stream-cdr s) (cons s all))) ;!! out-of-memory out-of-time

; Scheme: a parameter whose converter fails.
; language: scheme
(define p (make-parameter 1 (lambda (x) (if (number? x) x (car x))))) (parameterize ((p 'no)) (p)) ;!! wrong-type

; Scheme: a parameter that is entered again from outside.
; language: scheme
(define k #f) (define n 0) (define p (make-parameter 1)) (parameterize ((p 2)) (call/cc (lambda (c) (set! k c)))) (set! n (+ n 1)) (if (< n 10) (k 1)) (p) ;=> 1

; Common Lisp: restarts that call themselves.
; language: common-lisp
(defun f () (restart-case (error "x") (again () (f)))) (handler-bind ((error (lambda (c) (invoke-restart 'again)))) (f)) ;!! out-of-time out-of-memory too-deep

; Common Lisp: a restart that does not exist.
; language: common-lisp
(invoke-restart 'no-such-restart) ;??

; Common Lisp: handlers that signal the same.
; language: common-lisp
(handler-bind ((error (lambda (c) (error c)))) (error "x")) ;!! user-error out-of-memory too-deep out-of-time

; Common Lisp: go to a tag that has been left.
; language: common-lisp
(let (f) (tagbody a (setq f (lambda () (go a)))) (funcall f)) ;!! bad-continuation uncaught-throw user-error

; Common Lisp: tags that go round for ever.
; language: common-lisp
(prog () a (go b) b (go a)) ;!! out-of-time

; Common Lisp: a throw to nobody in a cleanup.
; language: common-lisp
(catch 'a (unwind-protect (throw 'a 1) (throw 'b 2))) ;!! uncaught-throw user-error
