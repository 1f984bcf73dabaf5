; Reading: the notation of data.

(read-from-string "abc")
;=> ABC ; 3
(read-from-string "(a b c)")
;=> (A B C) ; 7
(read-from-string "(a . b)")
;=> (A . B) ; 7
(read-from-string "(a b . c)")
;=> (A B . C) ; 9
(read-from-string "'a")
;=> 'A ; 2
(read-from-string "#'car")
;=> #'CAR ; 5
(read-from-string "\"a\\\"b\"")
;=> "a\"b" ; 6
(read-from-string "#\\a")
;=> #\a ; 3
(read-from-string "#(1 2)")
;=> #(1 2) ; 6
(read-from-string "#2A((1 2) (3 4))")
;=> #2A((1 2) (3 4)) ; 16
(read-from-string "#*101")
;=> #*101 ; 5
(read-from-string "#b101")
;=> 5 ; 5
(read-from-string "#xFF")
;=> 255 ; 4
(read-from-string "#o17")
;=> 15 ; 4
(read-from-string "#3r12")
;=> 5 ; 5
(read-from-string "1/2")
;=> 1/2 ; 3
(read-from-string "2/4")
;=> 1/2 ; 3
(read-from-string "-5")
;=> -5 ; 2
(read-from-string "+5")
;=> 5 ; 2
(read-from-string "5.")
;=> 5 ; 2
(read-from-string "1.5")
;=> 1.5 ; 3
(read-from-string ".5")
;=> 0.5 ; 2
(read-from-string "-.5")
;=> -0.5 ; 3
(read-from-string "1e3")
;=> 1000.0 ; 3
(read-from-string "1.5d0")
;=> 1.5 ; 5
(read-from-string ":key")
;=> :KEY ; 4
(read-from-string "|a b|")
;=> |a b| ; 5
(read-from-string "a\\ b")
;=> |A B| ; 4
(read-from-string "Abc")
;=> ABC ; 3
(read-from-string "\\abc")
;=> |aBC| ; 4
(read-from-string "a|b|c")
;=> |AbC| ; 5
(read-from-string "()")
;=> NIL ; 2
(read-from-string "nil")
;=> NIL ; 3
(read-from-string "t")
;=> T ; 1
(read-from-string (format nil "; comment~% x"))
;=> X ; 12
(read-from-string "#| block |# x")
;=> X ; 13
(read-from-string "#| a #| nested |# b |# x")
;=> X ; 24
(read-from-string "a b")
;=> A ; 2
(read-from-string "(a) b")
;=> (A) ; 4
(read-from-string "a b" t nil :start 1)
;=> B ; 3
(read-from-string "abcdef" t nil :end 3)
;=> ABC ; 3
(read-from-string "" nil 'end)
;=> END ; 0
(read-from-string "")
;!! end-of-file
(read-from-string "(a")
;!! end-of-file
(read-from-string ")")
;!! reader-error
(read-from-string "(a . )")
;!! reader-error
(read-from-string "(. a)")
;!! reader-error
(read-from-string "#<foo>")
;!! reader-error
(read-from-string "no-such-package:foo")
;!! reader-error
(read-from-string "cl:no-such-name")
;!! reader-error
(read-from-string "cl:car")
;=> CAR ; 6
(read-from-string "cl-user::foo")
;=> FOO ; 12
(read-from-string "#+common-lisp a b")
;=> A ; 16
(read-from-string "#-common-lisp a b")
;=> B ; 17
(read-from-string "#+no-such-feature a b")
;=> B ; 21
(read-from-string "#+(and common-lisp (not no-such-feature)) a b")
;=> A ; 44
(read-from-string "#+(or no-such-feature common-lisp) a b")
;=> A ; 37
(read-from-string "(1 #+no-such-feature 2 3)")
;=> (1 3) ; 25
(read-from-string "(1 #-no-such-feature 2 3)")
;=> (1 2 3) ; 25
(read-from-string "#+no-such-feature (a #.(b)) c")
;=> C ; 29
(let ((*features* '(:mine))) (read-from-string "(#+mine a #-mine b)"))
;=> (A) ; 19
(let ((*read-base* 16)) (read-from-string "ff"))
;=> 255 ; 2
(let ((*read-base* 2)) (read-from-string "101"))
;=> 5 ; 3
(let ((*read-base* 16)) (read-from-string "10."))
;=> 10 ; 3
(let ((*read-base* 16)) (read-from-string "(a 1f)"))
;=> (10 31) ; 6
(let ((*read-base* 8)) (read-from-string "77/10"))
;=> 63/8 ; 5
(read-from-string "`(a ,b)")
;=> `(A ,B) ; 7
(eval (read-from-string "`(a ,(+ 1 2))"))
;=> (A 3)
(eval (read-from-string "`#(1 ,(+ 1 1))"))
;=> #(1 2)
(read-from-string "#:foo")
;=> #:FOO ; 5
(read-from-string "#p\"a.txt\"")
;=> #P"a.txt" ; 9
;-> "a.txt" ; 9
(read-from-string "[a]")
;=> [A] ; 3
(read-from-string "{a}")
;=> {A} ; 3
(read-from-string "a.b")
;=> A.B ; 3
(read-from-string "1+")
;=> 1+ ; 2
(read-from-string "+")
;=> + ; 1
(read-from-string "-")
;=> - ; 1
(read-from-string "1-a")
;=> |1-A| ; 3
(read-from-string "a,b")
;=> A ; 1
(read-from-string "#c(1 2)")
;=> #C(1 2) ; 7
;-! reader-error
(let ((x (read-from-string "#1=(a #1#)"))) (eq x (second x)))
;=> T
(symbol-name (read-from-string "FooBar"))
;=> "FOOBAR"
(eq (read-from-string "foo") (read-from-string "FOO"))
;=> T
(with-input-from-string (s "1 2 3") (loop for x = (read s nil) while x collect x))
;=> (1 2 3)
(with-input-from-string (s "(a b) c") (list (read s) (read s)))
;=> ((A B) C)
(with-input-from-string (s "abc") (read-char s))
;=> #\a
(with-input-from-string (s "abc") (read-char s) (read-char s))
;=> #\b
(with-input-from-string (s "") (read-char s nil 'eof))
;=> EOF
(with-input-from-string (s "") (read-char s))
;!! end-of-file
(with-input-from-string (s "") (read s))
;!! end-of-file
(with-input-from-string (s "") (read s nil 'eof))
;=> EOF
(with-input-from-string (s "abc") (peek-char nil s))
;=> #\a
(with-input-from-string (s "  abc") (peek-char t s))
;=> #\a
(with-input-from-string (s "abc") (peek-char #\c s))
;=> #\c
(with-input-from-string (s "abc") (peek-char nil s) (read-char s))
;=> #\a
(with-input-from-string (s "abc") (let ((c (read-char s))) (unread-char c s) (read-char s)))
;=> #\a
(with-input-from-string (s (format nil "one~%two")) (read-line s))
;=> "one" ; NIL
(with-input-from-string (s (format nil "one~%two")) (read-line s) (read-line s))
;=> "two" ; T
(with-input-from-string (s "") (read-line s nil 'eof))
;=> EOF ; T
(with-input-from-string (s "a") (listen s))
;=> T
(with-input-from-string (s "hello" :start 1 :end 3) (read-line s))
;=> "el" ; T
(with-input-from-string (s "abc") (let ((v (make-string 2))) (read-sequence v s) v))
;=> "ab"
(with-input-from-string (s "abc") (let ((v (make-array 2))) (read-sequence v s) v))
;=> #(#\a #\b)
(with-input-from-string (s "a b") (read-preserving-whitespace s) (char-code (read-char s)))
;=> 32
(with-input-from-string (s "a b") (read s) (read-char s))
;=> #\b
(let ((s (make-string-input-stream "x y"))) (list (read s) (read s)))
;=> (X Y)
(let ((s (make-concatenated-stream (make-string-input-stream "ab") (make-string-input-stream "cd")))) (read-line s))
;=> "abcd" ; T
(let ((*standard-input* (make-string-input-stream "5 6"))) (list (read) (read)))
;=> (5 6)
(let ((o (make-string-output-stream))) (princ 'a o) (get-output-stream-string o))
;=> "A"
(let ((o (make-string-output-stream))) (princ 'a o) (get-output-stream-string o) (get-output-stream-string o))
;=> ""
(let ((s (make-two-way-stream (make-string-input-stream "in") (make-broadcast-stream)))) (read s))
;=> IN
(streamp (make-string-input-stream ""))
;=> T
(input-stream-p (make-string-input-stream ""))
;=> T
(output-stream-p (make-string-input-stream ""))
;=> NIL
(open-stream-p (make-string-input-stream ""))
;=> T
(let ((s (make-string-input-stream "a"))) (close s) (open-stream-p s))
;=> NIL
(readtablep *readtable*)
;=> T
(readtable-case *readtable*)
;=> :UPCASE
(let ((*readtable* (copy-readtable nil))) (read-from-string "x"))
;=> X ; 1
(read-from-string "#.(+ 1 2)")
;=> 3 ; 9
;-! reader-error
(equal (read-from-string "(1 2.5 \"x\" #\\y z)") '(1 2.5 "x" #\y z))
;=> T
(char-code (read-from-string "#\\Newline"))
;=> 10
(char-code (read-from-string "#\\newline"))
;=> 10
(read-from-string "#\\(")
;=> #\( ; 3
