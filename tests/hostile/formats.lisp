; limits: time=0.15 memory=32M

; A column far away.
(format nil "~1000000000a" 1) ;!! out-of-memory

; A column beyond words.
(format nil "~99999999999999999999999a" 1) ;!! bad-value out-of-memory bad-token

; Very many newlines.
(format nil "~1000000000%") ;!! out-of-memory

; Very many digits after the point.
(format nil "~,1000000000f" 1.5) ;!! out-of-memory bad-value

; A column given by an argument.
(format nil "~va" (expt 10 30) 1) ;!! bad-value out-of-memory wrong-type

; An iteration that does not consume anything.
(format nil "~{~}" '(1 2)) ;!! bad-value argument-count out-of-time out-of-memory wrong-type

; An iteration that goes back for ever.
(format nil "~{~a~:*~}" '(1)) ;!! out-of-time out-of-memory

; An iteration over the arguments that goes back.
(format nil "~@{~a~:*~}" 1) ;!! out-of-time out-of-memory

; Iterations inside one another.
(format nil (string-repeat "~{" 5000) 1) ;!! bad-value too-complex unclosed

; Cases inside one another.
(format nil (string-append (string-repeat "~(" 5000) (string-repeat "~)" 5000))) ;??

; Choices inside one another.
(format nil (string-append (string-repeat "~[" 5000) (string-repeat "~]" 5000)) 0) ;??

; A directive that calls itself.
(format nil "~?" "~?" (list "~?" nil)) ;!! argument-count bad-value wrong-type

; A directive that calls itself for ever.
(let ((l (list "~?" nil))) (set-car! (cdr l) l) (format nil "~?" "~?" l)) ;!! out-of-time out-of-memory too-complex bad-value argument-count

; A tilde at the end.
(format nil "~") ;!! bad-value unclosed bad-token

; A directive that does not exist.
(format nil "~£") ;!! bad-value bad-token

; A text of control characters.
(format nil (list->string (map-with integer->char (iota 32 1)))) ;??

; A format that is no string.
(map-with (lambda (f) (catch-and-apply 'error (lambda (tag c) (condition-code c)) (format nil f))) (list 1 nil 'a '(1) (vector 1) car (make-table))) ;??

; A destination that is none.
(map-with (lambda (d) (catch-and-apply 'error (lambda (tag c) (condition-code c)) (format d "x"))) (list 1 "s" 'a '(1) (vector 1) car (make-table) (open-input-string ""))) ;??

; A tabulator far away.
(format nil "~1000000000t") ;!! out-of-memory

; A tabulator with steps of nothing.
(format nil "~5,0ta~0,0t") ;??

; A justification of very many columns.
(format nil "~1000000000<a~;b~>") ;!! out-of-memory bad-value

; A character that is repeated.
(format nil "~1000000000~") ;!! out-of-memory

; A number in a column with a pad of great length.
(format nil "~1000000000,'xd" 5) ;!! out-of-memory

; A number in a base that does not exist.
(format nil "~99r" 5) ;!! bad-value

; A number in words that is too great.
(format nil "~r" (expt 10 400)) ;??

; A jump over arguments that are not there.
(format nil "~1000000*~a" 1) ;!! argument-count bad-value

; A jump backwards beyond the beginning.
(format nil "~a~1000000:*~a" 1) ;!! argument-count bad-value

; A list that is printed in a loop of formats.
(let ((s "x")) (while t (setq s (format nil "~s~s" s s)))) ;!! out-of-memory out-of-time

; Output of a hundred megabytes.
(while t (display (make-string 100000 #\x))) ;!! out-of-time

; Lines without an end.
(while t (print 'line)) ;!! out-of-time

; Error output without an end that is no error.
; limits: ticks=2000
(while t (write-string "x" (current-error-port))) ;!! out-of-ticks

; A document of what does not exist.
(doc 'no-such-name) ;??

; Documents of strange things.
(map-with (lambda (x) (catch-and-apply 'error (lambda (tag c) (condition-code c)) (doc x))) (list 1 nil "x" '(1) (vector 1) car (lambda (x) x) 'if)) ;??

; Disassembling strange things.
(map-with (lambda (x) (catch-and-apply 'error (lambda (tag c) (condition-code c)) (disassemble x))) (list 1 nil "x" '(1) (vector 1) car (lambda (x) x) 'if)) ;??

; The source of strange things.
(map-with (lambda (x) (catch-and-apply 'error (lambda (tag c) (condition-code c)) (function-source x))) (list 1 nil "x" '(1) (vector 1) car (lambda (x) x) 'if)) ;??

; Common Lisp: pretty printing of deep data.
; language: common-lisp
(let ((l nil)) (dotimes (i 20000) (setq l (list l))) (length (format nil "~s" l))) ;??

; Common Lisp: pretty printing of a circle.
; language: common-lisp
(let ((l (list 1 2))) (setf (cdr (cdr l)) l) (let ((*print-circle* t)) (format nil "~s" l))) ;=>

; Common Lisp: a justification with logical blocks inside one another.
; language: common-lisp
(format nil "~<~<~<~a~:>~:>~:>" '(((1)))) ;??

; Common Lisp: a format that calls a function that does not exist.
; language: common-lisp
(format nil "~/no-such-function/" 1) ;??

; Common Lisp: a format that calls a function that loops.
; language: common-lisp
(defun forever (&rest r) (loop)) (format nil "~/forever/" 1) ;??

; Common Lisp: an escape outside of everything.
; language: common-lisp
(format nil "~^~a~^" 1) ;??

; Common Lisp: plurals of nothing.
; language: common-lisp
(format nil "~:p") ;??

; Common Lisp: printing with a base that does not exist.
; language: common-lisp
(let ((*print-base* 1)) (format nil "~a" 5)) ;??

; Common Lisp: a print method that prints itself.
; language: common-lisp
(defclass a () ()) (defmethod print-object ((x a) s) (print x s)) (format nil "~a" (make-instance 'a)) ;!! out-of-memory too-deep too-complex out-of-time user-error unbound-variable no-applicable-method

; Common Lisp: a print method that fails.
; language: common-lisp
(defclass a () ()) (defmethod print-object ((x a) s) (car 1)) (make-instance 'a) ;??

; Scheme: text that is written with strange escapes.
; language: scheme
(write (list->string (map integer->char '(0 1 7 8 9 10 13 27 34 92 127 128 160 8232 65279 1114111)))) ;??

; Scheme: characters beyond Unicode.
; language: scheme
(map (lambda (i) (guard (e (#t 'error)) (integer->char i))) '(-1 55296 57343 1114112 1000000000000000000000000)) ;=> (error error error error error)
