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
