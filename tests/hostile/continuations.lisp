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
