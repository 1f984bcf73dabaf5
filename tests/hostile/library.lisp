; limits: time=0.3 memory=64M

; Brackets of JSON without an end.
(require 'json) (json-decode (string-repeat "[" 20000000)) ;!! bad-value out-of-memory

; A long text in JSON.
(require 'json) (json-decode (string-append "[" (string-repeat "1," 5000000) "1]")) ;!! out-of-memory out-of-time

; Objects inside each other, and as many keys.
(require 'json) (json-decode (string-append (string-repeat "{\"a\":" 60000) "1" (string-repeat "}" 60000))) ;=>

; A number of half a million digits, read and shown. Of a million, one step of showing takes so long that slow machines
; are beyond the limit by more than is allowed.
(require 'json) (json-decode (make-string 500000 #\7)) ;??

; A string of megabytes with escapes.
(require 'json) (json-decode (string-append "\"" (string-repeat "\\n" 5000000) "\"")) ;??

; A value that contains itself, in each container.
(require 'json) (let ((a (make-array 2 0))) (aset a 1 (list (list->table (list (list "x" a))))) (json-encode a)) ;!! bad-value

; A value that is written for ever: each level has the one below it twice.
(require 'json) (let ((l '(1))) (dotimes (i 60) (setq l (list l l))) (json-encode l)) ;!! out-of-memory out-of-time

; Lists a million deep are written.
(require 'json) (let ((l nil)) (while t (setq l (list l)) (when (= 0 (random 500000)) (json-encode l)))) ;!! out-of-memory out-of-time

; An array with many dimensions.
(require 'json) (json-encode (make-array '(10 10 10 10 10 10) 0)) ;??

; Indenting deeply.
(require 'json) (let ((l nil)) (dotimes (i 100000) (setq l (list l))) (json-encode l 16)) ;!! out-of-memory out-of-time

; A pattern that others search for ever.
(require 'regex) (regexp-match? "^(a+)+$" (string-append (make-string 100000 #\a) "b")) ;=> nil

; A pattern with states beyond counting.
(require 'regex) (regexp-match? "(a|b)*a(a|b){200}c" (string-repeat "ab" 3000)) ;=> nil

; Repetitions of repetitions.
(require 'regex) (regexp-match "((((a{100}){100}){100}){100}){100}" "a") ;!! bad-value

; Classes of all characters, very often.
(require 'regex) (regexp-match "\\w{1000}" "a") ;!! bad-value

; Brackets nested deeply in a pattern.
(require 'regex) (regexp-match (string-append (string-repeat "(" 5000) (string-repeat ")" 5000)) "a") ;!! bad-value

; A pattern as long as the memory.
(require 'regex) (regexp-match (make-string 10000000 #\a) "a") ;!! bad-value

; Every turn has a pattern of its own.
(require 'regex) (let ((i 0)) (while t (setq i (+ i 1)) (regexp-match? (string "(\\w+)" i) "a1"))) ;!! out-of-time

; Groups in a match as long as the text.
(require 'regex) (regexp-match "(\\w|\\d|\\s){0,400}((.|\\n)*)" (make-string 5000000 #\a)) ;!! too-complex bad-value

; Matches at every place, each of which looks at the whole rest.
(require 'regex) (regexp-match* "a.*b|a" (make-string 1000000 #\a)) ;!! out-of-time

; Word boundaries in a long text that is not ASCII.
(require 'regex) (regexp-match* "\\bx\\b" (string-repeat "é " 3000000)) ;!! too-complex out-of-time

; A replacement that doubles the text, again and again.
(require 'regex) (let ((s "a")) (while t (setq s (regexp-replace* "a" s "\\0\\0")))) ;!! out-of-memory out-of-time

; A replacement that never answers.
(require 'regex) (regexp-replace* "a" "aaa" (lambda (m) (while t))) ;!! out-of-time

; Waiting for ever.
(sleep 1000000000) ;!! out-of-time

; Waiting again and again, for no time.
(while t (sleep 0)) ;!! out-of-time

; Waiting for a time that is none.
(sleep (/ 0. 0.)) ;!! bad-value

; A date beyond all calendars.
(require 'date) (list (catch-and-apply 'error (lambda (tag c) 'no) (date-parts (expt 10 1000))) (make-date 2024 1 1)) ;??

; A format of megabytes.
(require 'date) (format-date 0 (string-repeat "%c" 10000000)) ;!! bad-value

; Widths in a format.
(require 'date) (string-length (format-date 0 (string-repeat "%255Y" 200))) ;=>

; A text of megabytes that is no date.
(require 'date) (parse-date (make-string 10000000 #\1)) ;=> nil

; Directories that cannot be made.
(make-directory "/dev/null/d") ;!! file

; A path that is no directory is listed.
(list-directory "/dev/null") ;!! file

; limits: time=0.2 memory=32M
; language: scheme

; A loop in Scheme.
(let loop () (loop)) ;!! out-of-time

; Deep recursion in Scheme.
; limits: time=1
(define (f n) (+ 1 (f n))) (f 1) ;!! out-of-memory too-deep out-of-time

; A list without an end in Scheme.
; limits: time=3
(let loop ((l '())) (loop (cons 1 l))) ;!! out-of-memory

; Strings without an end in Scheme.
; limits: time=3
(let loop ((l '())) (loop (cons (string-copy "abc") l))) ;!! out-of-memory

; Byte vectors without an end.
; limits: time=3
(let loop ((l '())) (loop (cons (bytevector 1 2 3) l))) ;!! out-of-memory

; A byte vector of a billion.
(make-bytevector 10000000000) ;!! out-of-memory bad-value

; A vector of a billion in Scheme.
(make-vector 1000000000) ;!! out-of-memory

; A string of a billion in Scheme.
(make-string 1000000000 #\x) ;!! out-of-memory

; Records without an end in Scheme.
; limits: time=3
(define-record-type p (make-p x y) p? (x p-x) (y p-y)) (let loop ((l '())) (loop (cons (make-p 1 2) l))) ;!! out-of-memory

; Promises without an end.
; limits: time=3
(let loop ((l '())) (loop (cons (delay 1) l))) ;!! out-of-memory

; Parameters without an end.
; limits: time=3
(let loop ((l '())) (loop (cons (make-parameter 1) l))) ;!! out-of-memory

; Ports without an end in Scheme.
; limits: time=3
(let loop ((l '())) (loop (cons (open-output-string) l))) ;!! out-of-memory

; Hash tables without an end in Scheme.
; limits: time=3
(let loop ((l '())) (loop (cons (make-equal-hash-table) l))) ;!! out-of-memory out-of-time

; Error objects without an end.
; limits: time=3
(let loop ((l '())) (loop (cons (guard (e (#t e)) (error "x" 1 2)) l))) ;!! out-of-memory out-of-time

; A circular list is measured in Scheme.
(length (circular-list 1 2 3)) ;!! wrong-type bad-value out-of-time

; A circular list is mapped in Scheme.
(map car (circular-list '(1) '(2))) ;!! out-of-time out-of-memory

; A circular list is displayed.
(display (circular-list 1 2 3)) ;=>

; A circular list is written with simple notation.
(write-simple (circular-list 1 2 3)) ;??

; Circular lists are compared in Scheme.
(if (equal? (circular-list 1 2 3) (circular-list 1 2 3)) 'same 'other) ;=> same

; Circular vectors are compared in Scheme.
(let ((a (vector 1 2)) (b (vector 1 2))) (vector-set! a 1 a) (vector-set! b 1 b) (if (equal? a b) 'same 'other)) ;=> same

; A circular list is copied into a vector.
(list->vector (circular-list 1 2 3)) ;!! wrong-type bad-value out-of-time out-of-memory

; A circular list is applied.
(apply + (circular-list 1 2 3)) ;!! wrong-type bad-value out-of-time out-of-memory

; A circular list is appended.
(append (circular-list 1 2 3) '(1)) ;!! wrong-type bad-value out-of-time out-of-memory

; A file without an end is read by the line.
; limits: time=0.3
(call-with-input-file "/dev/zero" read-line) ;!! out-of-memory out-of-time file

; A folder is read.
(call-with-input-file "." read-line) ;!! file

; A file that may not be written.
(call-with-output-file "/no/such/folder/x" (lambda (p) (write 1 p))) ;!! file

; A file name with a zero in it.
(call-with-input-file (string #\a (integer->char 0)) read) ;!! file

; Very many ports on files.
(let loop ((i 0)) (open-output-file "x.txt") (loop (+ i 1))) ;!! out-of-time out-of-memory file

; Delimited text of bytes that are no text.
(utf8->string (bytevector 255 254 253)) ;??

; Bytes of surrogates.
(utf8->string (bytevector #xed #xa0 #x80)) ;??

; Eval in what is no environment.
(eval '(+ 1 2) 5) ;??

; A string port is read back to front.
(let ((p (open-input-string "abc"))) (list (read-string 1000000000 p) (read-char p) (peek-char p) (read-line p))) ;??

; A string is changed to great length.
(let ((s (make-string 10 #\a))) (string-fill! s #\x1F600) (string-set! s 9 #\b) (string-length s)) ;=> 10

; A literal is changed.
(string-set! "literal" 0 #\x) ;??

; A vector is copied over itself.
(let ((v (vector 1 2 3 4 5))) (vector-copy! v 1 v 0 4) v) ;=> #(1 1 2 3 4)

; A vector is copied with nonsense.
(map (lambda (a) (guard (e (#t 'error)) (apply vector-copy (vector 1 2 3) a))) '((4) (-1) (2 1) (0 4) (a) (1.5) (0 1 2) (99999999999999999999))) ;??

; Strings are cut with nonsense.
(map (lambda (a) (guard (e (#t 'error)) (apply substring "abc" a))) '((4 5) (-1 2) (2 1) (0 4) (a b) (1.5 2) (0 1 2) (0 99999999999999999999))) ;??

; Values by the thousand.
(call-with-values (lambda () (apply values (iota 1000))) list) ;=>

; Values where one is expected.
(+ 1 (values 1 2)) ;??

; assertion and error objects with nonsense.
(raise (list 1 (vector 2) car)) ;!! uncaught-throw user-error

; An error object is raised that is a circle.
(raise (circular-list 1 2)) ;!! uncaught-throw user-error

; A sort in Scheme whose order fails.
(sort '(3 1 2) (lambda (a b) (car a))) ;!! wrong-type

; A list tail beyond the end.
(list-tail '(1 2) 1000000000000)  ;!! wrong-type bad-value user-error

; do in Scheme without an end.
(do ((i 0 (+ i 1))) (#f)) ;!! out-of-time

; Strings are appended for ever.
; limits: time=3
(let loop ((s "x")) (loop (string-append s s))) ;!! out-of-memory

; A list is made by unfold without an end.
; limits: time=3
(unfold (lambda (x) #f) (lambda (x) x) (lambda (x) (+ x 1)) 0) ;!! out-of-memory out-of-time too-deep

; Bits in Scheme beyond everything.
(arithmetic-shift 1 10000000000) ;!! integer-too-large

; A list is reduced with nonsense.
(map (lambda (f) (guard (e (#t 'error)) (fold f 0 '(1 2 3)))) (list car 5 "x" (lambda () 1) (lambda (a b c) 1))) ;??

; Reading what is not closed.
(read (open-input-string "(1 2")) ;!! unclosed

; Reading brackets by the hundred thousand.
(read (open-input-string (make-string 100000 #\())) ;!! unclosed

; Common Lisp: a loop.
; language: common-lisp
(do () (nil)) ;!! out-of-time

; Common Lisp: deep recursion.
; limits: time=1
; language: common-lisp
(defun f (n) (+ 1 (f n))) (f 1) ;!! out-of-memory too-deep out-of-time

; Common Lisp: a list without an end.
; language: common-lisp
; limits: time=3
(let ((l nil)) (loop (push 1 l))) ;!! out-of-memory

; Common Lisp: instances without an end.
; language: common-lisp
; limits: time=3
(defclass a () ((x :initform 1))) (let ((l nil)) (loop (push (make-instance 'a) l))) ;!! out-of-memory out-of-time

; Common Lisp: structures without an end.
; language: common-lisp
; limits: time=3
(defstruct s a b) (let ((l nil)) (loop (push (make-s :a 1) l))) ;!! out-of-memory out-of-time

; Common Lisp: streams without an end.
; language: common-lisp
; limits: time=3
(let ((l nil)) (loop (push (make-string-input-stream "x") l))) ;!! out-of-memory out-of-time

; Common Lisp: conditions without an end.
; language: common-lisp
; limits: time=3
(let ((l nil)) (loop (push (make-condition 'simple-error :format-control "x") l))) ;!! out-of-memory out-of-time

; Common Lisp: vectors that are extended without an end.
; language: common-lisp
; limits: time=3
(let ((v (make-array 1 :fill-pointer 0 :adjustable t))) (loop (vector-push-extend 1 v))) ;!! out-of-memory out-of-time

; Common Lisp: symbols without an end.
; language: common-lisp
; limits: time=3
(let ((l nil) (i 0)) (loop (push (intern (format nil "S~d" (incf i))) l))) ;!! out-of-memory out-of-time

; Common Lisp: a vector of a billion.
; language: common-lisp
(make-array 10000000000) ;!! out-of-memory bad-value

; Common Lisp: arrays of great rank.
; language: common-lisp
(make-array (loop for i below 100 collect 1)) ;??

; Common Lisp: a bit vector of a billion.
; language: common-lisp
(make-array 100000000000 :element-type 'bit) ;!! out-of-memory bad-value

; Common Lisp: a circle is measured.
; language: common-lisp
(let ((l (list 1 2))) (setf (cdr (cdr l)) l) (list (list-length l) (ignore-errors (length l)))) ;??

; Common Lisp: circles are compared.
; language: common-lisp
(let ((a (list 1 2)) (b (list 1 2))) (setf (cdr (cdr a)) a (cdr (cdr b)) b) (equal a b)) ;??

; Common Lisp: a tree that is a circle is copied.
; language: common-lisp
(let ((a (list 1 2))) (setf (car a) a) (copy-tree a)) ;!! out-of-memory too-deep out-of-time

; Common Lisp: a circle is substituted in.
; language: common-lisp
(let ((a (list 1 2))) (setf (car a) a) (subst 1 5 a)) ;!! out-of-memory too-deep out-of-time

; Common Lisp: a circle is sorted.
; language: common-lisp
(let ((a (list 1 2))) (setf (cdr (cdr a)) a) (sort a #'<)) ;!! out-of-memory out-of-time wrong-type bad-value user-error

; Common Lisp: a circle is joined.
; language: common-lisp
(let ((a (list 1 2))) (setf (cdr (cdr a)) a) (nconc a (list 3))) ;!! out-of-memory out-of-time wrong-type bad-value user-error

; Common Lisp: a circle as a key.
; language: common-lisp
(let ((a (list 1 2)) (h (make-hash-table :test 'equal))) (setf (cdr (cdr a)) a) (setf (gethash a h) 1)) ;??

; Common Lisp: a circle is read with labels.
; language: common-lisp
(read-from-string "#1=(a . #1#)") ;??

; Common Lisp: brackets by the hundred thousand.
; language: common-lisp
(read-from-string (make-string 100000 :initial-element #\()) ;!! unclosed user-error

; Common Lisp: sequences with nonsense for ends.
; language: common-lisp
(mapcar (lambda (a) (handler-case (apply #'subseq "abc" a) (error () 'error))) '((4) (-1) (2 1) (0 4) (a) (1.5) (0 99999999999999999999))) ;??

; Common Lisp: positions with nonsense for keys.
; language: common-lisp
(mapcar (lambda (a) (handler-case (apply #'position 1 '(1 2 3) a) (error () 'error))) '((:start 5) (:end -1) (:key 5) (:test 7) (:from-end) (:nonsense 1) (:start nil) (:count 1))) ;??

; Common Lisp: coercions of nonsense.
; language: common-lisp
(mapcar (lambda (ty) (mapcar (lambda (x) (handler-case (progn (coerce x ty) 'ok) (error () 'error))) (list 1 nil "x" 'a #\a 1.5 (vector 1)))) '(list vector string character float integer function nonsense (vector 3))) ;??

; Common Lisp: a package that uses itself.
; language: common-lisp
(defpackage :a (:use :a)) (in-package :a) ;??

; Common Lisp: a file without an end is read.
; language: common-lisp
; limits: time=0.3
(with-open-file (s "/dev/zero") (read-line s)) ;!! out-of-memory out-of-time file user-error

; Common Lisp: a stream that has been closed.
; language: common-lisp
(let ((s (make-string-output-stream))) (close s) (write-string "x" s)) ;??

; Common Lisp: case, typecase and cond with nonsense.
; language: common-lisp
(mapcar (lambda (f) (handler-case (eval f) (error () 'error))) '((case) (case 1 2) (case 1 (1)) (typecase 1 (5 6)) (cond 1) (ecase 1) (ccase 1))) ;??

; Common Lisp: methods that call the next for ever.
; language: common-lisp
(defgeneric g (x)) (defmethod g (x) (call-next-method)) (g 1) ;??

; Common Lisp: methods around themselves.
; language: common-lisp
(defgeneric g (x)) (defmethod g :around (x) (g x)) (g 1) ;!! out-of-memory too-deep out-of-time

; Common Lisp: handlers that loop.
; language: common-lisp
(handler-bind ((error (lambda (c) (loop)))) (car 1)) ;!! out-of-time

; Common Lisp: a limit is not an error.
; language: common-lisp
(handler-case (loop) (error () 'caught) (serious-condition () 'caught) (t () 'caught)) ;!! out-of-time

; Common Lisp: memory is not a condition that can be caught.
; language: common-lisp
(handler-case (make-array 10000000000) (error () 'caught) (storage-condition () 'caught)) ;!! out-of-memory

; Common Lisp: errors are ignored around a limit.
; language: common-lisp
(ignore-errors (loop)) ;!! out-of-time

; Scheme: a limit cannot be guarded.
; language: scheme
(guard (e (#t 'caught)) (let loop () (loop))) ;!! out-of-time

; Scheme: a limit goes through every wind.
; language: scheme
(dynamic-wind (lambda () #t) (lambda () (let loop () (loop))) (lambda () (display "after"))) ;!! out-of-time

; Scheme: a limit goes through every handler.
; language: scheme
(with-exception-handler (lambda (e) 'caught) (lambda () (let loop () (loop)))) ;!! out-of-time
