; limits: time=0.15 memory=32M

; A macro that loops while it expands.
(defmacro m () (while t)) (m) ;!! out-of-time

; A macro that loops inside a handler of everything.
(defmacro m () (catch nil (while t))) (catch nil (m)) ;!! out-of-time

; A macro that makes data without an end.
; limits: time=3
(defmacro m () (let ((l nil)) (while t (setq l (cons l l))))) (m) ;!! out-of-memory

; A macro that makes strings without an end.
; limits: time=3
(defmacro m () (let ((s "x")) (while t (setq s (string-append s s))))) (m) ;!! out-of-memory

; A macro that makes a form with a million parts.
(defmacro m () (cons '+ (iota 200000))) (m) ;??

; A macro that makes a sequence with a million parts.
(defmacro m () (cons 'progn (iota 300000))) (m) ;??

; A macro that makes a list of very many variables.
(defmacro m () `(let ,(map-with (lambda (i) (list (gensym) i)) (iota 100000)) 1)) (m) ;!! too-complex syntax out-of-time out-of-memory

; A macro that makes very many functions.
(defmacro m () `(list ,@(map-with (lambda (i) '(lambda (x) x)) (iota 5000)))) (m) ;??

; A macro that makes very many constants.
(defmacro m () `(vector ,@(map-with (lambda (i) (list 'quote (list i))) (iota 5000)))) (m) ;??

; A macro that makes very many globals.
(defmacro m () `(progn ,@(map-with (lambda (i) (list 'setq (gensym) i)) (iota 20000)))) (m) ;??

; A macro whose expansion doubles.
(defmacro m (n) (if (= n 0) 1 `(+ (m ,(- n 1)) (m ,(- n 1))))) (m 40) ;!! out-of-time out-of-memory too-complex

; A macro whose arguments double.
(defmacro m (x y) `(m (,x ,x) (,y ,y))) (m 1 2) ;!! too-complex out-of-time out-of-memory

; A macro that returns itself as a value.
(defmacro m () (list 'quote m)) (m) ;??

; A macro that returns a function.
(defmacro m () car) ((m) '(1)) ;??

; A macro that returns a table.
(defmacro m () (make-table)) (m) ;??

; A macro that returns a continuation.
(defmacro m () (call/cc (lambda (k) k))) (m) ;??

; A macro that returns what is unreadable.
(defmacro m () (list (open-input-string "x") (vector car) (eof-object))) (m) ;??

; A macro that fails.
(defmacro m () (car 1)) (m) ;!! wrong-type

; A macro that throws out of its expansion.
(defmacro m () (throw 'out 5)) (catch 'out (eval '(m))) ;=> 5

; A macro that ends the program.
(defmacro m () (exit 1)) (catch nil (throw 'a (m))) ;??

; A macro that defines itself while it expands.
(defmacro m () (eval '(defmacro m () 5)) '(m)) (m) ;=> 5

; A macro that forgets itself while it expands.
(defmacro m () (eval '(setq m 5)) 'm) (m) ;??

; A macro with strange parameters.
(map-with (lambda (p) (catch-and-apply 'error (lambda (tag c) (condition-code c)) (eval (list 'defmacro 'm p 1)))) (list 1 "x" '(1) '(&rest) '(&optional) '(a &rest) '(a . 1) '(&rest a b) '((a (b)) c) '(nil) '(t) '(:k))) ;??

; A function with strange parameters.
(map-with (lambda (p) (catch-and-apply 'error (lambda (tag c) (condition-code c)) (eval (list 'lambda p 1)))) (list 1 "x" '(1) '(&rest) '(&optional) '(a &rest) '(a . 1) '(&rest a b) '((a (b)) c) '(nil) '(t) '(:k) '(&key (a)) '(&key (a 1 2 3)) '(&key a a))) ;??

; Operators without their parts.
(map-with (lambda (op) (catch-and-apply 'error (lambda (tag c) (condition-code c)) (eval (list op)))) '(if let let* letrec lambda setq quote quasi-quote cond case catch unwind-protect block return-from do dolist dotimes while defproc defmacro defmethod function)) ;??

; Operators with an atom instead of their parts.
(map-with (lambda (op) (catch-and-apply 'error (lambda (tag c) (condition-code c)) (eval (cons op 5)))) '(if let let* letrec lambda setq quote quasi-quote cond case catch unwind-protect block return-from do dolist dotimes while defproc defmacro defmethod function)) ;??

; Operators with numbers as their parts.
(map-with (lambda (op) (catch-and-apply 'error (lambda (tag c) (condition-code c)) (eval (list op 1 2 3)))) '(if let let* letrec lambda setq quote quasi-quote cond case catch unwind-protect block return-from do dolist dotimes defproc defmacro defmethod function)) ;??

; Operators with improper lists as their parts.
(map-with (lambda (op) (catch-and-apply 'error (lambda (tag c) (condition-code c)) (eval (list op '((a . 1) . b) '(1 . 2))))) '(if let let* letrec lambda setq quote quasi-quote cond case catch unwind-protect block return-from do dolist dotimes defproc defmacro defmethod function)) ;??

; Operators with strings as their parts.
(map-with (lambda (op) (catch-and-apply 'error (lambda (tag c) (condition-code c)) (eval (list op "x" "y")))) '(if let let* letrec lambda setq quote quasi-quote cond case catch unwind-protect block return-from do dolist dotimes defproc defmacro defmethod function)) ;??

; Operators as values.
(map-with (lambda (op) (catch-and-apply 'error (lambda (tag c) (condition-code c)) (eval op))) '(if let lambda setq quote cond case catch block do while defproc defmacro)) ;??

; An unquote outside of a template.
(unquote 5) ;!! syntax

; A splice outside of a list.
`,@(list 1 2) ;!! syntax

; A splice of what is no list.
`(1 ,@5 2) ;!! wrong-type

; A splice of a circle.
(let ((l (list 1 2))) (set-cdr! (cdr l) l) `(0 ,@l 3)) ;!! wrong-type bad-value out-of-time out-of-memory

; A template in a template in a template.
(eval (read (string-append (string-repeat "`(" 100) "1" (string-repeat ")" 100)))) ;??

; Scheme: rules that expand into themselves.
; language: scheme
(define-syntax m (syntax-rules () ((_ x ...) (m x ... 1)))) (m) ;!! too-complex out-of-time out-of-memory

; Scheme: rules that double.
; language: scheme
(define-syntax m (syntax-rules () ((_ x ...) (m x ... x ...)))) (m 1) ;!! too-complex out-of-time out-of-memory

; Scheme: ellipses inside one another.
; language: scheme
(define-syntax m (syntax-rules () ((_ ((a ...) ...) ...) '(a ... ... ...)))) (m ((1 2) (3)) ((4))) ;=> (1 2 3 4)

; Scheme: an ellipsis where there is nothing.
; language: scheme
(define-syntax m (syntax-rules () ((_ a) '(a ...)))) (m 1) ;!! syntax

; Scheme: an ellipsis before everything.
; language: scheme
(define-syntax m (syntax-rules () ((_ ... a) 'a))) (m 1 2) ;??

; Scheme: two ellipses in a pattern.
; language: scheme
(define-syntax m (syntax-rules () ((_ a ... b ...) 'a))) (m 1 2) ;??

; Scheme: rules without a pattern.
; language: scheme
(define-syntax m (syntax-rules () (5 6))) (m) ;??

; Scheme: rules that are no rules.
; language: scheme
(define-syntax m (syntax-rules 5 6)) (m) ;??

; Scheme: a pattern that matches vectors of great length.
; language: scheme
(define-syntax m (syntax-rules () ((_ #(a ...)) (length '(a ...))))) (m #(1 2 3)) ;=> 3

; Scheme: a form that is a circle by labels.
; language: scheme
(+ . #0=(1 . #0#)) ;??

; Scheme: a quoted circle by labels.
; language: scheme
(car '#0=(1 . #0#)) ;??

; Scheme: a label that is itself.
; language: scheme
(read (open-input-string "#0=#0#")) ;??

; Scheme: definitions that use one another before they are there.
; language: scheme
(let () (define a b) (define b 1) a) ;??

; Scheme: a library that imports itself.
; language: scheme
(define-library (a) (import (a)) (export x) (begin (define x 1))) (import (a)) x ;??

; Scheme: an import of what does not exist.
; language: scheme
(import (no such library)) ;!! file user-error

; Scheme: an include of a folder.
; language: scheme
(include ".") ;!! file

; Scheme: an include of itself.
; language: scheme
(call-with-output-file "a.scm" (lambda (p) (write '(include "a.scm") p))) (include "a.scm") ;!! too-complex out-of-time out-of-memory file too-deep

; Common Lisp: a macro whose lambda list is nested deeply.
; language: common-lisp
(defmacro m ((a (b (c (d &optional (e 1)))))) `(list ,a ,b ,c ,d ,e)) (m (1 (2 (3 (4))))) ;=> (1 2 3 4 1)

; Common Lisp: a macro that is called with too little.
; language: common-lisp
(defmacro m ((a b) c) a) (m 1 2) ;??

; Common Lisp: local macros that expand into each other.
; language: common-lisp
(macrolet ((a () '(b)) (b () '(a))) (a)) ;!! too-complex out-of-time out-of-memory unbound-variable not-a-function

; Common Lisp: what is read is evaluated.
; language: common-lisp
(read-from-string "#.(loop)") ;??

; Common Lisp: setf of nonsense.
; language: common-lisp
(mapcar (lambda (p) (handler-case (eval (list 'setf p 1)) (error () 'error))) '(1 "x" (no-such-place 1) (car) (car 1 2) (aref) nil t)) ;??

; Common Lisp: loops with nonsense.
; language: common-lisp
(mapcar (lambda (l) (handler-case (eval (cons 'loop l)) (error () 'error))) '((for) (for x) (for x in) (for x from) (for 1 in 2) (repeat) (collect) (while) (named) (with x =) (for x across 5) (for x in 5) (sum 'a) (maximize nil repeat 1) (finally))) ;??

; Common Lisp: a loop over a circle.
; language: common-lisp
(let ((l (list 1 2))) (setf (cdr (cdr l)) l) (loop for x in l sum x)) ;!! out-of-time

; Common Lisp: a loop that never steps.
; language: common-lisp
(loop for x from 0 by 0 do x) ;??

; Common Lisp: a loop without anything.
; language: common-lisp
(loop) ;!! out-of-time

; Common Lisp: a destructuring of nonsense.
; language: common-lisp
(destructuring-bind (a (b &key c) . d) '(1 2) (list a b c d)) ;??

; Thousands of functions that macros make in one form, each with a place in an expansion.
; limits: time=2 memory=64M
(setq count 16000)
(defmacro several () (cons 'list (let ((l nil)) (dotimes (i count) (setq l (cons '(one) l))) l)))
(defmacro one () '(lambda (x) x))
(length (several)) ;=> 16000

; Thousands of continuations in one function.
; limits: time=2 memory=64M
(defmacro several () (cons 'progn (let ((l nil)) (dotimes (i 6000) (setq l (cons '(let/cc k (k 1)) l))) l)))
(defproc f () (several))
(f) ;=> 1

; Common Lisp: a class with very many accessors.
; language: common-lisp
; limits: time=4 memory=128M
(defmacro several () `(defclass thing () ,(let ((l nil)) (dotimes (i 2000) (push (list (intern (format nil "S~a" i)) :accessor (intern (format nil "A~a" i))) l)) l)))
(several) ;??

; The same under a limit that its nodes alone pass.
; limits: time=3 memory=16M
(defmacro m () (cons '+ (iota 200000))) (m) ;!! out-of-memory

; limits: time=0.5 memory=48M

; Natives of lists with everything that is none.
(setq pool (list nil t 0 -1 1.5 1/2 (expt 10 30) "x" "" 'a :k #\a '(1 2) '(1 . 2) (vector 1 2) (vector) (make-table) car (lambda (x) x) (call/cc (lambda (k) k)) (open-input-string "x") (board 4) (eof-object) (gensym) (make-array '(2 2)) (- (/ 1.0 0.0) (/ 1.0 0.0))))
(dolist (f (list car cdr length reverse append last nth first rest flatten list-copy member assoc union zip iota take drop)) (dolist (x pool) (catch 'error (f x)) (dolist (y pool) (catch 'error (f x y))))) ;=>

; Natives of numbers with everything that is none.
(setq pool (list nil t 0 -1 1.5 1/2 (expt 10 30) "x" 'a #\a '(1 2) (vector 1 2) (make-table) car (- (/ 1.0 0.0) (/ 1.0 0.0)) (/ 1.0 0.0)))
(dolist (f (list + - * / < = max min abs floor round quotient modulo gcd lcm sqrt exp log sin atan number->string exact inexact bit-and even? isqrt)) (dolist (x pool) (catch 'error (f x)) (dolist (y pool) (catch 'error (f x y)))))             ;=>

; Natives of strings with everything that is none.
(setq pool (list nil t 0 -1 1.5 (expt 10 30) "x" "" "äöü" 'a #\a '(1 2) '("a" "b") (vector 1 2) (make-table) car))
(dolist (f (list string-length string-append substring string-ref string-index string-split string-join string-replace string-trim string-upcase string->list list->string string->number string->symbol string-pad-left string-search string-count string-prefix?)) (dolist (x pool) (catch 'error (f x)) (dolist (y pool) (catch 'error (f x y)) (catch 'error (f x y 1))))) ;=>

; Natives of arrays with everything that is none.
(setq pool (list nil t 0 -1 1.5 (expt 10 30) "x" '(1 2) '(1 . 2) '(-1 2) (vector 1 2) (vector) (make-array '(2 2)) (make-array 0) (make-array '(2 2) :of 'byte) (make-table) car (board 4)))
(dolist (f (list make-array aref aset get-array-element array-dimensions array-length array-rank subarray row-major-aref fill-array! duplicate array->list list->array array-map)) (dolist (x pool) (catch 'error (f x)) (dolist (y pool) (catch 'error (f x y)) (catch 'error (f x y 1))))) ;=>

; Natives of tables with everything that is none.
(setq pool (list nil t 0 1.5 (expt 10 30) "x" '(1 2) (vector 1 2) (make-table) (list->table '((a 1))) car (- (/ 1.0 0.0) (/ 1.0 0.0))))
(dolist (f (list make-table table-ref table-set! table-remove! table-has? table-count table-keys table-values table->list list->table table-update! table-map table-for-each table-clear!)) (dolist (x pool) (catch 'error (f x)) (dolist (y pool) (catch 'error (f x y)) (catch 'error (f x y 1))))) ;=>

; Natives of boards with everything that is none.
(setq pool (list nil t 0 1 1.5 "x" '(0 0) '(1 . 2) '((0 0) 1) (vector 1 2) (make-array '(4 4) '(1 2 3 4)) (board 4) 'locked car))
(dolist (f (list board candidates assign assign! eliminate propagate! children units peers places settled? solved? contradiction? count-candidates most-constrained weight increment-weight! degree board->line write-puzzle draw-puzzle is-solution? propagate-constraint)) (dolist (x pool) (catch 'error (f x)) (dolist (y pool) (catch 'error (f x y)) (catch 'error (f x y 1)) (catch 'error (f x 0 y 1)))))  ;=>

; Natives of ports with everything that is none.
(setq pool (list nil t 0 1.5 "x" '(0 0) (open-input-string "abc") (open-output-string) car (eof-object)))
(dolist (f (list read-char peek-char read-line read-string read-all get-output-string close-port write-char write-string newline fresh-line flush-output port-open? input-port?)) (dolist (x pool) (catch 'error (f x)) (dolist (y pool) (catch 'error (f x y))))) ;=>

; Functions that take functions with everything that is none.
(setq pool (list nil t 0 "x" '(1 2) '(1 . 2) (vector 1 2) (make-table) car + (lambda () 1) (lambda (x) x) (lambda (x y) x) 'a))
(dolist (f (list map-with for-each filter remove-if find-if fold-left fold-right sort sort-by apply funcall compose complement partial memoize every? some? count-if group-by partition take-while array-map string-map table-map)) (dolist (x pool) (catch 'error (f x)) (dolist (y pool) (catch 'error (f x y)) (catch 'error (f x y '(1 2))))))         ;=>

; Functions of the language about itself with everything.
(setq pool (list nil t 0 "x" '(1 2) '(1 . 2) (vector 1 2) (make-table) car (lambda (x) x) 'a 'if 'when 'car))
(dolist (f (list eval expand-macro expand-macro-once doc defined? parameters function-source generic-function-methods condition-message condition-code type-of procedure? macro? special-operator? symbol->string provide)) (dolist (x pool) (catch 'error (f x)) (dolist (y pool) (catch 'error (f x y))))) ;=>

; Everything is called that is no function.
(dolist (f (list nil t 0 1.5 (expt 10 30) "x" 'a :k #\a '(1 2) (vector 1 2) (make-table) (board 4) (open-input-string "") (eof-object))) (catch 'error (f)) (catch 'error (f 1)) (catch 'error (apply f '(1 2)))) ;=>

; Everything is thrown and caught.
(dolist (x (list nil t 0 1.5 (expt 10 30) "x" 'a :k #\a '(1 2) (vector 1 2) (make-table) car (board 4) (eof-object))) (catch x (throw x x))) ;=>

; Everything is compared with everything.
(setq pool (list nil t 0 -1 1.5 1/2 (expt 10 30) "x" 'a :k #\a '(1 2) '(1 . 2) (vector 1 2) (make-table) car (board 4) (eof-object) (make-array '(2 2)) (- (/ 1.0 0.0) (/ 1.0 0.0))))
(dolist (x pool) (dolist (y pool) (list (= x y) (equal? x y) (catch 'error (< x y)))))   ;=>

; Everything is a key.
(setq h (make-table)) (dolist (x (list nil t 0 -1 1.5 1/2 (expt 10 30) "x" 'a :k #\a '(1 2) '(1 . 2) (vector 1 2) h car (board 4) (eof-object) (- (/ 1.0 0.0) (/ 1.0 0.0)))) (catch 'error (table-set! h x x)) (catch 'error (table-ref h x))) (> (table-count h) 10) ;=> t

; Everything is an option.
(dolist (x (list nil t 0 "x" 'a :k :of :initial)) (catch 'error (make-array '(2) x 1)) (catch 'error (make-array '(2) :of x)) (catch 'error (assign (board 4) 0 0 1 x 'locked))) ;=>

; Everything is written in every way.
(dolist (x (list nil t 0 -1 1.5 1/2 (expt 10 30) "x" 'a :k #\a '(1 2) '(1 . 2) (vector 1 2) (make-table) car (lambda (x) x) (board 4) (eof-object) (call/cc (lambda (k) k)) (open-input-string "x") (gensym) '|odd name| (string->symbol ""))) (dolist (d '("~a" "~s" "~d" "~x" "~f" "~e" "~r" "~c" "~{~a~}" "~5a" "~:d" "~$" "~p")) (catch 'error (format nil d x)))) ;=>

; Everything is written and read back.
(dolist (x (list nil t 0 -1 1.5 1/2 (expt 10 30) "x\"\\" 'a :k #\a #\space '(1 2) '(1 . 2) '|odd name| (string->symbol "") ''a '`(a ,b ,@c))) (unless (= x (read (format nil "~s" x))) (error "it changes" x))) ;=>

; Things of the system with nonsense.
(setq pool (list nil t 0 -1 1.5 (expt 10 30) "" "." "/" "no/such/file" 'a '(1 2) car)) (dolist (f (list read-file read-lines write-file append-file delete-file file-exists? getenv load require open-input-file open-output-file)) (dolist (x pool) (catch 'error (f x)) (dolist (y pool) (catch 'error (f x y))))) ;=>

; Exit with nonsense.
(dolist (x (list nil "x" 'a 1.5 -1 (expt 10 30))) (catch 'error (unwind-protect (catch 'never (exit x)) 1))) ;??

; Seeds that make no sense.
(dolist (x (list nil "x" 'a 1.5 -1 (expt 10 30) 1/2)) (catch 'error (random-seed! x))) ;=>

; Digits that make no sense.
(dolist (x (list nil "x" 'a 1.5 -1 0 64 56 55 (expt 10 30) '(1 2) '(1 1) '(56) '(-1) '(a))) (catch 'error (list->digits x)) (catch 'error (digits x)) (catch 'error (digit-range x 5)) (catch 'error (digit-range 1 x))) ;=>

; A text with every character that there is, as code.
(dotimes (i 2000) (catch 'error (read (string (integer->char (+ i 1)))))) ;=>

; Two characters of everything, as code.
(setq all (string->list "()[]{}'`,@#|;\"\\. :a1-+e/&~%$!?<>=*^_")) (dolist (a all) (dolist (b all) (catch 'error (read (string a b))))) ;=>

; Hashes with every character.
(setq all (string->list "()[]{}'`,@#|;\"\\. :a1-+e/&~%$!?<>=*^_xbodtfu")) (dolist (a all) (dolist (b all) (catch 'error (read (string #\# a b))))) ;=>
