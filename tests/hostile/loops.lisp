; Scripts that once exceeded a limit long before it was noticed.

; Small objects that own memory.
; limits: time=40 memory=32M
(let ((l nil)) (while t (setq l (cons (open-input-string "abc def") l))))  ;!! out-of-memory

; Small objects that own memory.
; limits: time=40 memory=32M
(let ((p (open-input-string "abc def")) (l nil)) (while t (setq l (cons (open-input-string "x") l))))  ;!! out-of-memory

; Small objects that own memory.
; language: scheme
; limits: time=40 memory=256M
(let loop ((l '())) (loop (cons (string-copy "abc") l)))  ;!! out-of-memory

; Small objects that own memory.
; language: common-lisp
; limits: time=40 memory=128M
(let ((l nil)) (loop (push (make-string-input-stream "x") l)))  ;!! out-of-memory

; Operations on big numbers.
; limits: time=0.2 memory=64M
(let ((x (expt 3 2600000)) (y (expt 7 1400000))) (gcd x y))  ;??

; Operations on big numbers.
; limits: time=0.2 memory=64M
(random (expt 3 2600000))  ;??

; Circular forms, and macros that make data.
; limits: time=40 memory=64M
(let ((b (list 1 2))) (set-cdr! (cdr b) b) (eval (list 'quasi-quote b)))  ;!! out-of-memory

; Circular forms, and macros that make data.
; limits: time=40 memory=128M
(progn (defmacro m () (let ((l nil)) (while t (setq l (cons l l))))) (m))  ;!! out-of-memory

; Circular forms, and macros that make data.
; language: common-lisp
; limits: time=40 memory=128M
(let ((x (let ((l (list 'a 'b))) (setf (cdr (last l)) l) l))) (eval `(defclass s ,x ,x)))  ;??

; Circular forms, and macros that make data.
; language: common-lisp
; limits: time=40 memory=128M
(let ((x (let ((l (list 'a 'b))) (setf (cdr (last l)) l) l))) (eval (list 'quasi-quote x)))  ;??

; Natives that do much for a tick or two.
; limits: time=0.2 memory=512M
(let ((s (make-string 20000000 #\a))) (while t (string->symbol s)))  ;??

; Natives that do much for a tick or two.
; limits: time=0.2 memory=512M
(let ((l (iota 1000000))) (while t (collect-garbage)))  ;!! out-of-time out-of-memory integer-too-large

; Natives that do much for a tick or two.
; limits: time=0.2 memory=128M
(let ((s (string->symbol (make-string 5000000 #\a)))) (while t (catch nil (require s))))  ;??

; Natives that do much for a tick or two.
; limits: time=0.2 memory=128M
(let ((s (string->symbol (make-string 5000000 #\a)))) (while t (catch nil (eval (list 'defproc s '(x) 'x)))))  ;??

; Natives that do much for a tick or two.
; limits: time=0.2 memory=128M
(let ((s (string->symbol (make-string 5000000 #\a)))) (while t (catch nil (symbol-append s 'b))))  ;??

; Natives that do much for a tick or two.
; limits: time=0.2 memory=64M
(while t (write-file "out.txt" "x"))  ;!! out-of-time out-of-memory integer-too-large

; Long reports.
; limits: time=40 memory=128M
(eval (string->symbol (make-string 10000000 #\a)))  ;??

; Long reports.
; limits: time=40 memory=128M
(error (make-string 10000000 #\a))  ;!! user-error

; Long reports.
; limits: time=40 memory=128M
(error (make-string 100000 #\newline))  ;!! user-error

; Long reports.
; language: common-lisp
; limits: time=40 memory=128M
(read-from-string (make-string 1000000 :initial-element #\())  ;??

; Long reports.
; language: common-lisp
; limits: time=40 memory=128M
(probe-file (make-string 100000))  ;??

; Long lists of parameters.
; limits: time=40 memory=256M
(eval (list 'lambda (map-with (lambda (i) (gensym)) (iota 400000)) 1))  ;!! syntax

; Long lists of parameters.
; limits: time=40 memory=256M
(eval (list 'defproc 'f (map-with (lambda (i) (gensym)) (iota 400000)) 1))  ;!! syntax

; Long lists of parameters.
; limits: time=40 memory=256M
(eval (list 'defmacro 'f (map-with (lambda (i) (gensym)) (iota 400000)) 1))  ;!! syntax

; Long lists of parameters.
; limits: time=40 memory=256M
(eval (list 'defmethod 'f (map-with (lambda (i) (gensym)) (iota 400000)) t 1))  ;!! syntax

; Long lists of parameters.
; limits: time=40 memory=256M
(eval (list 'lambda (cons '&optional (map-with (lambda (i) (gensym)) (iota 400000))) 1))  ;!! syntax

; Long lists of parameters.
; limits: time=40 memory=256M
(eval (list 'lambda (cons '&key (map-with (lambda (i) (list (gensym) 1)) (iota 400000))) 1))  ;!! syntax

; Long lists of parameters.
; limits: time=40 memory=256M
(eval (list 'receive (map-with (lambda (i) (gensym)) (iota 400000)) 1 1))  ;!! syntax

; Long lists of parameters.
; language: scheme
; limits: time=40 memory=256M
(define g (map (lambda (i) (string->symbol (string-append "v" (number->string i)))) (iota 200000)))
           (eval (list 'lambda g 1) (interaction-environment))  ;??

; Long lists of parameters.
; language: common-lisp
; limits: time=40 memory=128M
(eval (list 'defun 'f (loop for i below 200000 collect (gensym)) 1))  ;??

; Files without end.
; language: scheme
; limits: time=40 memory=256M
(include "/dev/zero")  ;??

; Files without end.
; language: scheme
; limits: time=40 memory=256M
(call-with-input-file "/dev/zero" read-char)  ;??

; Files without end.
; language: scheme
; limits: time=40 memory=256M
(with-input-from-file "/dev/zero" read)  ;??

; Files without end.
; language: scheme
; limits: time=40 memory=256M
(load "/dev/zero")  ;??

; Files without end.
; language: common-lisp
; limits: time=40 memory=128M
(with-open-file (s "/dev/zero") (read-line s))  ;??

; limits: time=0.1 memory=64M

; A loop without an end.
(while t) ;!! out-of-time

; An empty do.
(do () (nil)) ;!! out-of-time

; A do that steps and never stops.
(do ((i 0 (+ i 1))) ((< i 0))) ;!! out-of-time

; A count to a number that nobody reaches.
(dotimes (i 1000000000000)) ;!! out-of-time

; A count to a number beyond fixnums.
(dotimes (i (expt 10 30))) ;!! out-of-time

; A walk of a circular list.
(let ((l (list 1 2 3))) (set-cdr! (last-pair l) l) (dolist (x l) x)) ;!! out-of-time out-of-memory bad-value wrong-type

; A named let that calls itself.
(let loop ((i 0)) (loop (+ i 1))) ;!! out-of-time

; Two functions that call one another in tail position.
(letrec ((even (lambda (n) (odd (+ n 1)))) (odd (lambda (n) (even (+ n 1))))) (even 0)) ;!! out-of-time

; A function that calls itself in tail position by apply.
(defproc f more (apply f more)) (f 1 2 3) ;!! out-of-time

; A loop through funcall.
(defproc f (g) (funcall g g)) (f f) ;!! out-of-time

; Self-application without names.
((lambda (f) (f f)) (lambda (f) (f f))) ;!! out-of-time

; A loop in eval.
(setq form '(eval form)) (eval form) ;!! too-complex out-of-time

; A loop around eval.
(while t (eval '(+ 1 2))) ;!! out-of-time

; A loop that evaluates ever new code.
(let ((i 0)) (while t (setq i (+ i 1)) (eval (list 'lambda '(x) (list '+ 'x i))))) ;!! out-of-time

; A repeat without an end.
(repeat 1000000000000 1) ;!! out-of-time

; An until that never holds.
(until nil) ;!! out-of-time

; A loop of continuations.
(let ((k (call/cc (lambda (k) k)))) (k k)) ;!! out-of-time

; A loop of escapes.
(while t (let/cc k (k 1))) ;!! out-of-time

; A loop of throws.
(while t (catch 'a (throw 'a 1))) ;!! out-of-time

; A loop of blocks.
(while t (block b (return-from b 1))) ;!! out-of-time

; A loop of cleanups.
(while t (unwind-protect 1 2)) ;!! out-of-time

; A loop of errors that are caught.
(while t (catch nil (car 1))) ;!! out-of-time

; A loop of conditions that are looked at.
(while t (catch-and-apply 'error (lambda (tag c) (condition-message c)) (car 1))) ;!! out-of-time

; A generator of prime numbers without an end.
(defproc prime? (n) (let loop ((d 2)) (cond ((> (* d d) n) t) ((= 0 (modulo n d)) nil) (t (loop (+ d 1))))))
(let ((n 2) (found nil)) (while t (when (prime? n) (setq found n)) (setq n (+ n 1)))) ;!! out-of-time

; An Ackermann function.
(defproc ack (m n) (cond ((= m 0) (+ n 1)) ((= n 0) (ack (- m 1) 1)) (t (ack (- m 1) (ack m (- n 1))))))
(ack 4 2) ;!! out-of-time out-of-memory too-deep

; A Fibonacci function that takes for ever.
(defproc fib (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))) (fib 60) ;!! out-of-time

; A higher-order walk whose function loops.
(map-with (lambda (x) (while t)) '(1 2 3)) ;!! out-of-time

; A sort whose order never answers.
(sort '(3 1 2) (lambda (a b) (while t))) ;!! out-of-time

; Sorts whose order lies.
(while t (sort (iota 200000) (lambda (a b) t))) ;!! out-of-time

; A table whose update loops.
(let ((h (make-table))) (table-update! h 1 (lambda (x) (while t)) 0)) ;!! out-of-time

; A reduce over a long list with a slow function.
(fold-left (lambda (a b) (dotimes (i 1000000000) i) a) 0 (iota 100000))  ;!! out-of-time

; A macro that expands into a loop at run time.
(defmacro forever body `(while t ,@body)) (forever 1) ;!! out-of-time

; A loop in a cleanup, after an error.
(unwind-protect (car 1) (while t)) ;!! out-of-time

; A loop in a handler.
(catch-and-apply nil (lambda (tag c) (while t)) (car 1)) ;!! out-of-time

; A loop inside an output port.
(with-output-to-string (while t (display "x"))) ;!! out-of-time out-of-memory

; A string port that is read for ever.
(let ((p (open-input-string "abc"))) (while t (read-char p))) ;!! out-of-time

; Reading the same text for ever.
(while t (read "(a b (c d) \"e\" 1.5)")) ;!! out-of-time

; Formatting for ever.
(while t (format nil "~a ~s ~5d" 1 "x" 42)) ;!! out-of-time

; Making symbols and keeping none.
(while t (gensym)) ;!! out-of-time out-of-memory

; Making names out of numbers for ever.
(let ((i 0)) (while t (setq i (+ i 1)) (string->symbol (string-append "name-" (number->string i))))) ;!! out-of-time out-of-memory

; Defining a function again and again.
(while t (eval '(defproc f (x) (+ x 1))) (f 1)) ;!! out-of-time

; Adding the same method again and again.
(while t (eval '(defmethod g ((x fixnum)) t 1))) ;!! out-of-time

; Collecting garbage for ever.
(while t (collect-garbage)) ;!! out-of-time

; Waiting by the clock.
(let ((end (+ (current-milliseconds) 1000000))) (while (< (current-milliseconds) end))) ;!! out-of-time

; Random numbers for ever.
(while t (random 10)) ;!! out-of-time

; Shuffles for ever.
(let ((l (iota 1000))) (while t (shuffle l))) ;!! out-of-time

; A number halved for ever.
(let ((x 1.0)) (while (> x -1) (setq x (/ x 2)))) ;!! out-of-time

; A fraction whose parts grow.
(let ((x 1/3)) (while t (setq x (+ (* x x) 1/7)))) ;!! integer-too-large out-of-time out-of-memory

; Little fuel ends a loop at once, whatever the time.
; limits: ticks=1000
(while t) ;!! out-of-ticks

; Fuel ends what is caught, too.
; limits: ticks=100000
(while t (catch nil (while t))) ;!! out-of-ticks

; Fuel ends a native that walks much.
; limits: ticks=10000
(let ((l (iota 1000))) (while t (length l))) ;!! out-of-ticks

; Fuel ends the expansion of a macro.
; limits: ticks=20000
(defmacro m () (while t)) (m) ;!! out-of-ticks

; Fuel ends sorts in the library.
; limits: ticks=20000
(while t (sort (shuffle (iota 100000)) (lambda (a b) (< a b)))) ;!! out-of-ticks
