; 6.13.1 Ports
(port? (current-input-port))  ;=> #t
(port? 5)  ;=> #f
(input-port? (open-input-string "a"))  ;=> #t
(output-port? (open-input-string "a"))  ;=> #f
(input-port? (open-output-string))  ;=> #f
(output-port? (open-output-string))  ;=> #t
(textual-port? (open-input-string "a"))  ;=> #t
(binary-port? (open-input-string "a"))  ;=> #t
;/= #f -- A port is one of text or one of bytes, never both.
(binary-port? (open-input-bytevector #u8(1)))  ;=> #t
(textual-port? (open-input-bytevector #u8(1)))  ;=> #t
;/= #f -- A port is one of text or one of bytes, never both.
(input-port? 5)  ;=> #f
(output-port? 'x)  ;=> #f
(input-port-open? (open-input-string "a"))  ;=> #t
(let ((p (open-input-string "a"))) (close-port p) (input-port-open? p))  ;=> #f
(let ((p (open-input-string "a"))) (close-input-port p) (input-port-open? p))  ;=> #f
(let ((p (open-output-string))) (close-output-port p) (output-port-open? p))  ;=> #f
(output-port-open? (open-output-string))  ;=> #t
(call-with-port (open-input-string "(a b)") read)  ;=> (a b)
(let ((p (open-input-string "a"))) (call-with-port p read-char) (input-port-open? p))  ;=> #f
; 6.13.2 Input
(read (open-input-string "a"))  ;=> a
(read (open-input-string "(a . b)"))  ;=> (a . b)
(read (open-input-string "  ; comment\n 42"))  ;=> 42
(eof-object? (read (open-input-string "")))  ;=> #t
(eof-object? (read (open-input-string "   ")))  ;=> #t
(read (open-input-string "#;(skipped) kept"))  ;=> kept
(read (open-input-string "#| block |# x"))  ;=> x
(read (open-input-string "'a"))  ;=> (quote a)
(read (open-input-string "`(a ,b ,@c)"))  ;=> (quasiquote (a (unquote b) (unquote-splicing c)))
(read (open-input-string "#(1 2)"))  ;=> #(1 2)
(read (open-input-string "\"str\""))  ;=> "str"
(read (open-input-string "#\\space"))  ;=> #\space
(read (open-input-string "(1 2"))  ;=> error
(read (open-input-string "#u8(1 2)"))  ;=> #u8(1 2)
(let ((p (open-input-string "1 2 3"))) (list (read p) (read p) (read p) (eof-object? (read p))))  ;=> (1 2 3 #t)
(let ((p (open-input-string "(a)(b)c"))) (let* ((x (read p)) (y (read p)) (z (read p))) (list x y z)))  ;=> ((a) (b) c)
(let ((p (open-input-string "abc"))) (let* ((a (read-char p)) (b (read-char p))) (list a b)))  ;=> (#\a #\b)
(eof-object? (read-char (open-input-string "")))  ;=> #t
(let ((p (open-input-string "ab"))) (let* ((a (peek-char p)) (b (read-char p)) (c (peek-char p))) (list a b c)))  ;=> (#\a #\a #\b)
(eof-object? (peek-char (open-input-string "")))  ;=> #t
(read-line (open-input-string "one\ntwo"))  ;=> "one"
(let ((p (open-input-string "one\ntwo"))) (let* ((a (read-line p)) (b (read-line p)) (c (read-line p))) (list a b (eof-object? c))))  ;=> ("one" "two" #t)
(read-line (open-input-string "\n"))  ;=> ""
(eof-object? (read-line (open-input-string "")))  ;=> #t
(eof-object? (eof-object))  ;=> #t
(eof-object? 5)  ;=> #f
(char-ready? (open-input-string "a"))  ;=> #t
(read-string 3 (open-input-string "abcdef"))  ;=> "abc"
(read-string 10 (open-input-string "abc"))  ;=> "abc"
(eof-object? (read-string 3 (open-input-string "")))  ;=> #t
(let ((p (open-input-string "abcdef"))) (let* ((a (read-string 2 p)) (b (read-string 2 p))) (list a b)))  ;=> ("ab" "cd")
(read-u8 (open-input-bytevector #u8(7 8)))  ;=> 7
(eof-object? (read-u8 (open-input-bytevector #u8())))  ;=> #t
(let ((p (open-input-bytevector #u8(7 8)))) (let* ((a (peek-u8 p)) (b (read-u8 p)) (c (read-u8 p)) (d (read-u8 p))) (list a b c (eof-object? d))))  ;=> (7 7 8 #t)
(u8-ready? (open-input-bytevector #u8(1)))  ;=> #t
(read-bytevector 2 (open-input-bytevector #u8(1 2 3)))  ;=> #u8(1 2)
(read-bytevector 5 (open-input-bytevector #u8(1 2 3)))  ;=> #u8(1 2 3)
(eof-object? (read-bytevector 1 (open-input-bytevector #u8())))  ;=> #t
(let ((b (make-bytevector 3 0))) (read-bytevector! b (open-input-bytevector #u8(7 8)) 1) b)  ;=> #u8(0 7 8)
(let ((b (make-bytevector 3 0))) (read-bytevector! b (open-input-bytevector #u8(7 8 9 10))))  ;=> 3
(let ((p (open-input-string "a"))) (close-port p) (read-char p))  ;=> error
(read-char 5)  ;=> error
; 6.13.3 Output
(let ((p (open-output-string))) (write 'a p) (get-output-string p))  ;=> "a"
(let ((p (open-output-string))) (write "a\"b\\c" p) (get-output-string p))  ;=> "\"a\\\"b\\\\c\""
(let ((p (open-output-string))) (display "a\"b" p) (get-output-string p))  ;=> "a\"b"
(let ((p (open-output-string))) (write #\a p) (get-output-string p))  ;=> "#\\a"
(let ((p (open-output-string))) (display #\a p) (get-output-string p))  ;=> "a"
(let ((p (open-output-string))) (write '(1 "a" #\b c) p) (get-output-string p))  ;=> "(1 \"a\" #\\b c)"
(let ((p (open-output-string))) (display '(1 "a" #\b c) p) (get-output-string p))  ;=> "(1 a b c)"
(let ((p (open-output-string))) (write '|a b| p) (get-output-string p))  ;=> "|a b|"
(let ((p (open-output-string))) (display '|a b| p) (get-output-string p))  ;=> "|a b|"
;/= "a b" -- `display` writes names without bars.
(let ((p (open-output-string))) (write '(quote a) p) (get-output-string p))  ;=> "(quote a)"
(let ((p (open-output-string))) (write ''() p) (get-output-string p))  ;=> "(quote ())"
(let ((p (open-output-string))) (write '(a . (b . c)) p) (get-output-string p))  ;=> "(a b . c)"
(let ((p (open-output-string))) (write #t p) (write #f p) (write '() p) (get-output-string p))  ;=> "#t#f()"
(let ((p (open-output-string))) (display #t p) (display #f p) (display '() p) (get-output-string p))  ;=> "#t#f()"
(let ((p (open-output-string))) (write '(#t #f ()) p) (get-output-string p))  ;=> "(#t #f ())"
(let ((p (open-output-string))) (display (list #f) p) (get-output-string p))  ;=> "(#f)"
(let ((p (open-output-string))) (write (vector #f '() "x") p) (get-output-string p))  ;=> "#(#f () \"x\")"
(let ((p (open-output-string))) (write 1.5 p) (write -1/2 p) (get-output-string p))  ;=> "1.5-1/2"
(let ((p (open-output-string))) (newline p) (get-output-string p))  ;=> "\n"
(let ((p (open-output-string))) (write-char #\x p) (write-string "yz" p) (get-output-string p))  ;=> "xyz"
(let ((p (open-output-string))) (write-string "abcdef" p 2) (get-output-string p))  ;=> "cdef"
(let ((p (open-output-string))) (write-string "abcdef" p 2 4) (get-output-string p))  ;=> "cd"
(let ((p (open-output-string))) (write-simple '(a "b") p) (get-output-string p))  ;=> "(a \"b\")"
(let ((p (open-output-string))) (write-shared '(a "b") p) (get-output-string p))  ;=> "(a \"b\")"
(let ((p (open-output-string))) (let ((x (list 1 2))) (write-shared (list x x) p)) (get-output-string p))  ;=> "(#1=(1 2) #1#)"
;/= "(#0=(1 2) #0#)" -- Labels are counted from 0, and only pairs, vectors and records have them.
(let ((p (open-output-string))) (let ((x (list 1 2))) (write (list x x) p)) (get-output-string p))  ;=> "((1 2) (1 2))"
(let ((p (open-output-string))) (let ((x (list 1 2))) (set-cdr! (cdr x) x) (write x p)) (get-output-string p))  ;=> "(1 2 . #-1#)"
;/= "#0=(1 2 . #0#)" -- Guile's `read` knows no datum labels, and its `write` has none for what contains itself.
(let ((p (open-output-string))) (let ((x (list 'a 'b 'c))) (set-cdr! (cddr x) x) (write-shared x p)) (get-output-string p))  ;=> "#1=(a b c . #1#)"
;/= "#0=(a b c . #0#)" -- Labels are counted from 0, and only pairs, vectors and records have them.
(let ((p (open-output-string))) (let ((x (list 1 2))) (set-car! x x) (write x p)) (get-output-string p))  ;=> "(#0# 2)"
;/= "#0=(#0# 2)" -- Guile's `read` knows no datum labels, and its `write` has none for what contains itself.
(let ((p (open-output-string))) (let ((v (vector 1 2))) (vector-set! v 0 v) (write v p)) (get-output-string p))  ;=> "#(#0# 2)"
;/= "#0=#(#0# 2)" -- Guile's `read` knows no datum labels, and its `write` has none for what contains itself.
(let ((p (open-output-string))) (let ((x (list 1 2))) (set-cdr! (cdr x) x) (display x p)) (get-output-string p))  ;=> "(1 2 . #-1#)"
;/= "#0=(1 2 . #0#)" -- Guile's `read` knows no datum labels, and its `write` has none for what contains itself.
(let ((p (open-output-string))) (let ((s "ab")) (write-shared (list s s) p)) (get-output-string p))  ;=> "(#1=\"ab\" #1#)"
;/= "(\"ab\" \"ab\")" -- Labels are counted from 0, and only pairs, vectors and records have them.
(let ((p (open-output-string))) (let ((x (vector 1))) (write-shared (vector x x) p)) (get-output-string p))  ;=> "#(#1=#(1) #1#)"
;/= "#(#0=#(1) #0#)" -- Labels are counted from 0, and only pairs, vectors and records have them.
(let ((p (open-output-string))) (let ((x (list 1))) (write-simple (list x x) p)) (get-output-string p))  ;=> "((1) (1))"
(let ((p (open-output-string))) (let ((x (list 1)) (y (list 2))) (write-shared (list x y x y) p)) (get-output-string p))  ;=> "(#1=(1) #2=(2) #1# #2#)"
;/= "(#0=(1) #1=(2) #0# #1#)" -- Labels are counted from 0, and only pairs, vectors and records have them.
(let ((p (open-output-string))) (flush-output-port p) (get-output-string p))  ;=> ""
(let ((p (open-output-bytevector))) (write-u8 1 p) (flush-output-port p) (get-output-bytevector p))  ;=> #u8(1)
(let ((p (open-output-bytevector))) (write-u8 1 p) (write-u8 255 p) (get-output-bytevector p))  ;=> #u8(1 255)
(let ((p (open-output-bytevector))) (write-bytevector #u8(1 2 3) p) (get-output-bytevector p))  ;=> #u8(1 2 3)
(let ((p (open-output-bytevector))) (write-bytevector #u8(1 2 3) p 1) (get-output-bytevector p))  ;=> #u8(2 3)
(let ((p (open-output-bytevector))) (write-bytevector #u8(1 2 3) p 1 2) (get-output-bytevector p))  ;=> #u8(2)
(let ((p (open-output-bytevector))) (flush-output-port p) (get-output-bytevector p))  ;=> #u8()
(let ((p (open-output-bytevector))) (write-u8 256 p))  ;=> error
(let ((p (open-output-string))) (parameterize ((current-output-port p)) (display "inside")) (get-output-string p))  ;=> "inside"
(parameterize ((current-input-port (open-input-string "from-here"))) (read))  ;=> from-here
(let ((p (open-output-string))) (write "λ\n\t" p) (get-output-string p))  ;=> "\"λ\\n\\t\""
(let ((p (open-output-string))) (write '|λ| p) (get-output-string p))  ;=> "λ"
(let ((p (open-output-string))) (write (string->symbol "A") p) (get-output-string p))  ;=> "A"
(let ((p (open-output-string))) (write '(1 . (2 3 . 4)) p) (get-output-string p))  ;=> "(1 2 3 . 4)"
(let ((p (open-output-string))) (write '`(a ,b ,@c) p) (get-output-string p))  ;=> "(quasiquote (a (unquote b) (unquote-splicing c)))"
(let ((p (open-output-string))) (write #u8(1 2) p) (get-output-string p))  ;=> "#u8(1 2)"
(let ((p (open-output-string))) (write (integer->char 0) p) (write #\delete p) (write #\escape p) (get-output-string p))  ;=> "#\\null#\\delete#\\escape"
(let ((p (open-output-string))) (write #\x3bb p) (get-output-string p))  ;=> "#\\λ"
(let ((p (open-output-string))) (close-port p) (write 'a p))  ;=> error
(write 'a 5)  ;=> error
(open-input-file "/no/such/file")  ;=> error
(with-input-from-file "/no/such/file" read)  ;=> error
(call-with-output-string (lambda (p) (write 'x p)))  ;=> "x"
(read-error? (guard (e (#t e)) (read (open-input-string "(1 . "))))  ;=> #t
(read (open-input-string "#t #f"))  ;=> #t
(read (open-input-string "#true"))  ;=> #t
(read (open-input-string "1.5e2"))  ;=> 150.0
(read (open-input-string "|a b|"))  ;=> |a b|
(read (open-input-string "\"a\\x41;\""))  ;=> "aA"
