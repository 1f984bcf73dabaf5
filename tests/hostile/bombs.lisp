; limits: time=3 memory=24M

; A list that doubles its meaning grows by one pair an iteration.
(let ((l nil)) (while t (setq l (cons l l)))) ;!! out-of-memory

; A list of numbers.
(let ((l nil)) (while t (setq l (cons 1 l)))) ;!! out-of-memory

; A string that doubles.
(let ((s "x")) (while t (setq s (string-append s s)))) ;!! out-of-memory

; A string that grows by a character an iteration, and all are kept.
(let ((s "x") (l nil)) (while t (setq s (string-append s "y")) (setq l (cons s l)))) ;!! out-of-memory

; A vector of vectors.
(let ((v nil)) (while t (setq v (vector v v v)))) ;!! out-of-memory

; A vector of a billion.
(make-array 1000000000) ;!! out-of-memory

; An array with huge dimensions.
(make-array '(100000 100000 100000)) ;!! out-of-memory bad-value

; An array whose size is beyond a word.
(make-array '(4294967296 4294967296 4294967296)) ;!! out-of-memory bad-value

; Bytes.
(make-array 10000000000 :of 'byte) ;!! out-of-memory bad-value

; A string of a billion.
(make-string 1000000000 #\x) ;!! out-of-memory

; A string repeated beyond a word.
(string-repeat "abcdefgh" 4611686018427387904) ;!! out-of-memory bad-value wrong-type

; A list of a billion.
(iota 1000000000) ;!! out-of-memory

; A list made by a function.
(list-tabulate 1000000000 (lambda (i) i)) ;!! out-of-memory

; A table without an end.
(let ((h (make-table)) (i 0)) (while t (setq i (+ i 1)) (table-set! h i i))) ;!! out-of-memory

; A table of tables.
(let ((h (make-table))) (while t (let ((g (make-table))) (table-set! g 1 h) (setq h g)))) ;!! out-of-memory

; Tables that nothing is put in.
(let ((l nil)) (while t (setq l (cons (make-table) l)))) ;!! out-of-memory

; Closures that keep their surroundings.
(let ((l nil)) (while t (let ((a 1) (b 2) (c l)) (setq l (lambda () (setq a b) c))))) ;!! out-of-memory

; Big floats are objects, too.
(let ((l nil)) (while t (setq l (cons 1e300 (cons (* 1e299 10.5) l))))) ;!! out-of-memory

; Fractions.
(let ((l nil) (i 2)) (while t (setq i (+ i 1)) (setq l (cons (/ 1 i) l)))) ;!! out-of-memory

; Big integers.
(let ((l nil) (n (expt 2 80))) (while t (setq n (+ n 1)) (setq l (cons n l)))) ;!! out-of-memory

; Characters in short strings.
(let ((l nil)) (while t (setq l (cons (string #\a #\b) l)))) ;!! out-of-memory

; Substrings.
(let ((l nil) (s "abcdefghij")) (while t (setq l (cons (substring s 2 5) l)))) ;!! out-of-memory

; Records.
(defrecord point x y) (let ((l nil)) (while t (setq l (cons (make-point l l) l)))) ;!! out-of-memory

; Types of records.
(let ((l nil)) (while t (setq l (cons (make-record-type 'p '(a b c)) l)))) ;!! out-of-memory

; Symbols that are kept.
(let ((l nil)) (while t (setq l (cons (gensym) l)))) ;!! out-of-memory

; Names that are kept.
(let ((l nil) (i 0)) (while t (setq i (+ i 1)) (setq l (cons (string->symbol (number->string i)) l)))) ;!! out-of-memory

; Keywords.
(let ((l nil) (i 0)) (while t (setq i (+ i 1)) (setq l (cons (string->keyword (number->string i)) l)))) ;!! out-of-memory

; Continuations that are kept.
(let ((l nil)) (while t (setq l (cons (call/cc (lambda (k) k)) l)))) ;!! out-of-memory

; Continuations of deep calls.
(let ((l nil)) (letrec ((f (lambda (n) (if (= n 0) (call/cc (lambda (k) (setq l (cons k l)))) (+ 1 (f (- n 1))))))) (while t (catch nil (f 1000))))) ;!! out-of-memory

; Conditions that are kept.
(let ((l nil)) (while t (setq l (cons (catch-and-apply nil (lambda (tag c) c) (car 1)) l)))) ;!! out-of-memory

; Values of several.
(let ((l nil)) (while t (setq l (cons (values 1 2 3) l)))) ;!! out-of-memory

; Input ports.
(let ((l nil)) (while t (setq l (cons (open-input-string "abc") l)))) ;!! out-of-memory

; Output ports.
(let ((l nil)) (while t (let ((p (open-output-string))) (write-string "abc" p) (setq l (cons p l))))) ;!! out-of-memory

; An output port that is filled.
(let ((p (open-output-string))) (while t (write-string "abcdefghijklmnopqrstuvwxyz" p))) ;!! out-of-memory

; Boards.
(let ((l nil)) (while t (setq l (cons (board 4) l)))) ;!! out-of-memory

; Copies of a board.
(let ((l nil) (b (board 4))) (while t (setq l (cons (duplicate b) l)))) ;!! out-of-memory

; Functions that are compiled and kept.
(let ((l nil) (i 0)) (while t (setq i (+ i 1)) (setq l (cons (eval (list 'lambda '(x) (list '* 'x i '(if x 1 2)))) l)))) ;!! out-of-memory out-of-time

; Global variables.
(let ((i 0)) (while t (setq i (+ i 1)) (eval (list 'setq (string->symbol (string-append "g" (number->string i))) i)))) ;!! out-of-memory out-of-time

; Methods with ever new types.
(let ((i 0)) (while t (setq i (+ i 1)) (eval `(defmethod many (x ,@(iota 0)) (= x ,i) ,i)))) ;!! out-of-memory out-of-time too-complex

; A recursion that never returns.
(defproc f (n) (+ 1 (f (+ n 1)))) (f 0) ;!! out-of-memory too-deep

; Two functions that call one another and never return.
(defproc f (n) (cons n (g n))) (defproc g (n) (list (f n))) (f 0) ;!! out-of-memory too-deep

; A recursion through map.
(defproc f (x) (map-with f (list x))) (f 1) ;!! out-of-memory too-deep

; A recursion through apply.
(defproc f more (cons 1 (apply f more))) (f 1 2) ;!! out-of-memory too-deep

; A recursion through catch.
(defproc f (n) (catch 'a (f (+ n 1)))) (f 0) ;!! out-of-memory too-deep

; A recursion through unwind-protect.
(defproc f (n) (unwind-protect (f (+ n 1)) n)) (f 0) ;!! out-of-memory too-deep

; A recursion through output ports.
(defproc f (n) (with-output-to-string (f (+ n 1)))) (f 0) ;!! out-of-memory too-deep

; A recursion through a handler.
(defproc f () (catch-and-apply nil (lambda (tag c) (f)) (car 1))) (f) ;!! out-of-memory out-of-time too-deep

; A recursion through sort.
(defproc f (a b) (sort '(2 1) f) t) (f 1 2) ;!! out-of-memory too-deep

; A recursion through a generic function.
(defmethod g ((x fixnum)) t (+ 1 (g (+ x 1)))) (g 1) ;!! out-of-memory too-deep integer-too-large

; A recursion through eval.
(defproc f () (+ 1 (eval '(f)))) (f) ;!! too-complex out-of-memory too-deep

; Append to itself.
(let ((l (list 1))) (while t (setq l (append l l)))) ;!! out-of-memory

; Reverse of what doubles.
(let ((l (list 1))) (while t (setq l (append (reverse l) l)))) ;!! out-of-memory

; Flattening a list whose parts are shared.
(let ((l (list 1))) (dotimes (i 40) (setq l (list l l))) (flatten l)) ;!! out-of-memory out-of-time

; Printing a list whose parts are shared.
(let ((l (list 1))) (dotimes (i 40) (setq l (list l l))) (format nil "~a" l)) ;!! out-of-memory out-of-time

; Comparing lists whose parts are shared.
; limits: time=0.3
(let ((a (list 1)) (b (list 1))) (dotimes (i 60) (setq a (list a a)) (setq b (list b b))) (equal? a b)) ;=> t

; Hashing a list whose parts are shared.
; limits: time=0.3
(let ((a (list 1)) (h (make-table))) (dotimes (i 60) (setq a (list a a))) (table-set! h a 1) (table-ref h a)) ;??

; Copying strings from parts that are shared.
(let ((s (make-string 1000000 #\x)) (l nil)) (dotimes (i 1000) (setq l (cons s l))) (string-join l ",")) ;!! out-of-memory

; A string split into a million pieces, again and again.
(let ((s (string-repeat "a," 1000000)) (l nil)) (while t (setq l (cons (string-split s ",") l)))) ;!! out-of-memory

; A string replaced by something longer.
(let ((s "x")) (while t (setq s (string-replace s "x" "xxxxxxxx")))) ;!! out-of-memory

; A string padded.
(string-pad-left "x" 10000000000) ;!! out-of-memory bad-value

; A symbol of great length.
(string->symbol (make-string 100000000 #\x)) ;!! out-of-memory bad-value

; A number with many digits as a string.
(string-length (number->string (expt 7 500000))) ;=> 422550

; A list of all characters of a long string.
(string->list (make-string 20000000 #\x)) ;!! out-of-memory

; Reading a long text into data.
(read-all (open-input-string (string-repeat "(a b c) " 10000000))) ;!! out-of-memory

; A stream that is followed, and kept.
(defproc numbers (n) (cons n (lambda () (numbers (+ n 1))))) (let ((s (numbers 0)) (all nil)) (while t (setq all (cons s all)) (setq s ((cdr s))))) ;!! out-of-memory

; Memoizing everything.
(let ((f (memoize (lambda (n) (list n n)))) (i 0)) (while t (setq i (+ i 1)) (f i))) ;!! out-of-memory out-of-time

; Composing functions for ever.
(let ((f identity)) (while t (setq f (compose f identity)))) ;!! out-of-memory

; A module of one's own that fills the memory while it is read.
(write-file "bomb.lisp" "(setq l nil) (while t (setq l (cons l l)))") (require "bomb") ;!! out-of-memory

; A file that loads itself.
(write-file "self.lisp" "(load \"self.lisp\")") (load "self.lisp") ;!! too-complex out-of-memory too-deep file bad-value

; A module that requires itself.
(write-file "own.lisp" "(require \"own\") (setq a 1)") (require "own") ;??

; A file that grows while it is loaded.
(write-file "grow.lisp" "(append-file \"grow.lisp\" \"(car 1)\") 1") (load "grow.lisp") ;??

; limits: time=10 memory=24M

; found: 2026-11-26, by reading large data: buffers were not in the account while values were made. In each
; script something is so large that there may be no memory for it, be it a buffer or a value.

; One list of very many elements.
(let ((n 1000000)) (list (read (string-append "(" (string-repeat "1 " n) ")")) 'done)) ;??

; A list of small lists.
(let ((n 1000000)) (list (read (string-append "(" (string-repeat "(1 . 2) " (quotient n 3)) ")")) 'done)) ;??

; Nothing but opening parentheses.
(let ((n 1000000)) (list (read (string-append (string-repeat "(" n) (string-repeat ")" n))) 'done)) ;??

; A vector of very many elements.
(let ((n 1000000)) (list (read (string-append "#(" (string-repeat "1 " n) ")")) 'done)) ;??

; Strings in a list.
(let ((n 1000000)) (list (read (string-append "(" (string-repeat "\"ab\" " (quotient n 6)) ")")) 'done)) ;??

; A long string.
(let ((n 1000000)) (list (read (string-append "\"" (make-string n #\a) "\"")) 'done)) ;??

; A program that is one list.
(let ((n 1000000)) (list (eval (read (string-append "'(" (string-repeat "(1 . 2) " (quotient n 3)) ")"))) 'done)) ;??

; Words.
(let ((n 1000000)) (list (string-split (string-repeat "a " n)) 'done)) ;??

; Text between letters.
(let ((n 1000000)) (list (string-split (make-string n #\a) "a") 'done)) ;??

; A text that grows by replacing.
(let ((n 1000000)) (list (string-replace (make-string n #\a) "a" "bbbbbbbbb") 'done)) ;??

; Upper case of more bytes.
(let ((n 1000000)) (list (string-upcase (make-string n #\ß)) 'done)) ;??

; Words joined.
(let ((n 1000000)) (list (string-join (string-split (string-repeat "a " n)) "-----") 'done)) ;??

; Output that is kept.
(let ((n 1000000)) (list (with-output-to-string (dotimes (i n) (display '(a b c)))) 'done)) ;??

; A format of a list.
(let ((n 1000000)) (list (format nil "~{~a,~}" (iota (quotient n 6))) 'done)) ;??

; A format of a list as a whole.
(let ((n 1000000)) (list (format nil "~a ~s" (iota n) (iota n)) 'done)) ;??

; A width.
(let ((n 1000000)) (list (format nil "~vd" n 1) 'done)) ;??

; A long list, written.
(let ((n 1000000)) (list (write (iota n) (open-output-string)) 'done)) ;??

; A deep list, written.
(let ((n 1000000)) (list (let ((l nil)) (dotimes (i n) (setq l (list l))) (write l (open-output-string))) 'done)) ;??

; Lines of a text.
(let ((n 1000000)) (list (progn (write-file "l.txt" (string-repeat "a\n" n)) (read-lines "l.txt")) 'done)) ;??

; A file.
(let ((n 1000000)) (list (progn (write-file "l.txt" (string-repeat "a\n" n)) (let ((p (open-input-file "l.txt"))) (until (eof-object? (read-line p))))) 'done)) ;??

; An array of JSON.
(require 'json) (let ((n 1000000)) (list (json-decode (string-append "[" (string-repeat "1," n) "1]")) 'done)) ;??

; Arrays and objects of JSON.
(require 'json) (let ((n 1000000)) (list (json-decode (string-append "[" (string-repeat "[1,{\"a\":2}]," (quotient n 6)) "1]")) 'done)) ;??

; A list as JSON.
(require 'json) (let ((n 1000000)) (list (json-encode (iota n)) 'done)) ;??

; A string as JSON.
(require 'json) (let ((n 1000000)) (list (json-encode (make-string n #\")) 'done)) ;??

; Rows of CSV, and empty lines.
(require 'csv) (let ((n 1000000)) (list (csv-decode (string-append (string-repeat "a,\"b\"\"\"\n" (quotient n 6)) (string-repeat "\n" n))) 'done)) ;??

; A cell of CSV with quotes.
(require 'csv) (let ((n 1000000)) (list (csv-decode (csv-encode (list (list (make-string n #\"))))) 'done)) ;??

; All matches.
(require 'regex) (let ((n 1000000)) (list (regexp-match* "a" (make-string n #\a)) 'done)) ;??

; A text that grows at its matches.
(require 'regex) (let ((n 1000000)) (list (regexp-replace* "a" (make-string n #\a) "bbbbbbbbb") 'done)) ;??

; A list, reversed.
(let ((n 1000000)) (list (reverse (iota n)) 'done)) ;??

; Arguments.
(let ((n 1000000)) (list (apply list (iota n)) 'done)) ;??

; A table with its keys.
(let ((n 1000000)) (list (let ((h (make-table))) (dotimes (i n) (table-set! h i i)) (table-keys h) (table->list h)) 'done)) ;??

; Deep equal lists.
(let ((n 1000000)) (list (let ((a nil) (b nil)) (dotimes (i n) (setq a (list a) b (list b))) (equal? a b)) 'done)) ;??
