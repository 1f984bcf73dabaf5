; limits: time=0.5 memory=48M

; A power that does not fit.
(expt 10 10000000) ;!! integer-too-large

; A power whose exponent does not fit.
(expt 3 (expt 10 30)) ;!! integer-too-large out-of-memory bad-value wrong-type

; A power of one with a huge exponent.
(expt 1 (expt 10 30)) ;=> 1

; A shift beyond everything.
(arithmetic-shift 1 1000000000000)  ;!! integer-too-large

; A shift to the right beyond everything.
(arithmetic-shift (expt 3 1000) -1000000000000000)  ;=> 0

; A shift by a number beyond words.
(arithmetic-shift 1 (expt 10 30))  ;!! integer-too-large wrong-type bad-value

; A number squared for ever.
(let ((n 3)) (while t (setq n (* n n)))) ;!! integer-too-large out-of-time

; Factorials for ever.
(let ((n 1) (i 1)) (while t (setq i (+ i 1)) (setq n (* n i)))) ;!! out-of-time integer-too-large out-of-memory

; A fraction to a huge power.
(expt 2/3 100000000) ;!! integer-too-large

; A huge number is printed.
(string-length (format nil "~a" (expt 3 100000))) ;=> 47713

; A huge number is read.
(> (string->number (make-string 50000 #\9)) 0) ;=> t

; A huge number with an exponent is read.
(string->number "1e999999999999") ;??

; A number with a huge exponent in a text.
(read "1e-999999999999999999999") ;??

; A fraction with a huge exponent.
(exact 1e308) ;=>

; A fraction without an end.
(exact (/ 1.0 0.0)) ;!! wrong-type bad-value division-by-zero

; NaN is made exact.
(exact (- (/ 1.0 0.0) (/ 1.0 0.0))) ;!! wrong-type bad-value division-by-zero

; The smallest fixnum is negated.
(list (- -1152921504606846976) (abs -1152921504606846976) (quotient -1152921504606846976 -1) (* -1152921504606846976 -1)) ;=> (1152921504606846976 1152921504606846976 1152921504606846976 1152921504606846976)

; Division by nothing, in every way.
(map-with (lambda (f) (catch-and-apply 'error (lambda (tag c) (condition-code c)) (f 1 0))) (list / quotient remainder modulo floor truncate round ceiling)) ;??

; The remainder of the smallest fixnum by minus one.
(list (remainder -1152921504606846976 -1) (modulo -1152921504606846976 -1)) ;=> (0 0)

; The remainder of the smallest word.
(list (remainder -9223372036854775808 -1) (quotient -9223372036854775808 -1)) ;=> (0 9223372036854775808)

; Great common divisors of great numbers.
(gcd (expt 6 20000) (expt 10 20000)) ;=>

; Great common divisors of very great numbers.
(gcd (expt 3 400000) (expt 7 300000)) ;??

; A square root of a huge number.
(> (isqrt (expt 10 20000)) 0) ;=> t

; A square root of a very huge number.
(> (isqrt (expt 10 300000)) 0) ;??

; A square root of what is negative.
(isqrt -1) ;!! bad-value wrong-type

; A logarithm of nothing.
(log 0) ;??

; A logarithm of a huge number.
(> (log (expt 10 100000)) 0) ;??

; A huge number as a float.
(inexact (expt 10 1000)) ;??

; A huge fraction as a float.
(inexact (/ (expt 10 5000) (+ 1 (expt 10 4999)))) ;=> 10.0

; Floats beyond integers are rounded.
(round 1e300) ;=>

; NaN is rounded.
(round (- (/ 1.0 0.0) (/ 1.0 0.0))) ;!! wrong-type bad-value division-by-zero

; NaN is compared and sorted.
(sort (list 1.0 (- (/ 1.0 0.0) (/ 1.0 0.0)) 0.0 2) <) ;??

; NaN is a key.
(let ((h (make-table)) (n (- (/ 1.0 0.0) (/ 1.0 0.0)))) (dotimes (i 100) (table-set! h n i)) (table-count h)) ;??

; A number in a base that does not exist.
(number->string 5 1) ;!! bad-value wrong-type

; A number in a base beyond words.
(number->string 5 (expt 10 30)) ;!! bad-value wrong-type

; A text in a base that does not exist.
(string->number "5" 0) ;!! bad-value wrong-type

; Bits of a negative number of great size.
(bit-count (- (expt 2 100000))) ;??

; A bit far away.
(list (bit-set? 1000000000000 1) (bit-set? 1000000000000 -1)) ;??

; A float with all its digits.
(string-length (format nil "~f" 1e308)) ;=>

; A float with more digits than it has.
(format nil "~,100000f" 1/3) ;??

; A random number below nothing.
(random -1) ;!! wrong-type

; A random number below a huge number.
(> (random (expt 10 10000)) 0) ;=> t

; A random number below what is no number.
(random (- (/ 1.0 0.0) (/ 1.0 0.0))) ;!! wrong-type

; A random float below infinity.
(random (/ 1.0 0.0)) ;!! wrong-type

; An index that is a float, a fraction, a huge number, and negative.
(map-with (lambda (i) (catch-and-apply 'error (lambda (tag c) (condition-code c)) (nth i '(1 2 3)))) (list 1.0 1/2 (expt 10 30) -1 (- (expt 10 30)))) ;??

; Places in strings beyond everything.
(map-with (lambda (i) (catch-and-apply 'error (lambda (tag c) (condition-code c)) (substring "abc" i 9223372036854775807))) (list 0 -1 (expt 10 30) 4611686018427387904)) ;??

; A sum of a list of fractions grows.
(let ((s 0)) (dotimes (i 3000) (setq s (+ s (/ 1 (+ i 1))))) (> s 1)) ;=> t

; A continued fraction grows without an end.
(let ((s 1)) (while t (setq s (+ 1 (/ 1 s))))) ;!! out-of-time out-of-memory integer-too-large

; Exact roots of great fractions.
(sqrt (/ (expt 4 5000) (expt 9 5000))) ;??

; Scheme: an exact integer square root of a huge number.
; language: scheme
(call-with-values (lambda () (exact-integer-sqrt (expt 7 20001))) (lambda (a b) (> a b))) ;??

; Scheme: a power modulo a number, by hand.
; language: scheme
(inexact (modulo (expt 7 100000) 1000007))        ;=>

; Scheme: numbers with strange prefixes.
; language: scheme
(map string->number '("#e1e400" "#i1/0" "+inf.0" "-nan.0" "1/0" "#xFFFFFFFFFFFFFFFFFFFFFFFFF" "1e" "--1" "+i" "1@2")) ;??

; Scheme: an exact number with a huge exponent.
; language: scheme
(string->number "#e1e100000000") ;??

; Common Lisp: a huge number in words.
; language: common-lisp
(format nil "~r" (expt 10 70)) ;??

; Common Lisp: a huge number in Roman numerals.
; language: common-lisp
(format nil "~@r" 4000000) ;??

; Common Lisp: a byte beyond everything.
; language: common-lisp
(ldb (byte 1000000000000 0) -1) ;!! integer-too-large out-of-memory bad-value user-error

; Common Lisp: a byte is put beyond everything.
; language: common-lisp
(dpb 1 (byte 1 1000000000000) 0) ;!! integer-too-large out-of-memory bad-value user-error

; Common Lisp: an arithmetic shift beyond everything.
; language: common-lisp
(ash 1 (ash 1 100)) ;!! integer-too-large out-of-memory bad-value wrong-type

; Common Lisp: a float is taken apart and put together beyond its range.
; language: common-lisp
(scale-float 1.0 100000000000) ;??

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
(format nil "~{~a~:*~}" '(1)) ;!! bad-value

; An iteration over the arguments that goes back.
(format nil "~@{~a~:*~}" 1) ;!! bad-value

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
