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
