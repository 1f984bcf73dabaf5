; Strings: making, comparing, cases, searching, changing.

"a \"quoted\" word"
;=> "a \"quoted\" word"
"back\\slash"
;=> "back\\slash"
(length "hello")
;=> 5
(char "hello" 1)
;=> #\e
(schar "hello" 0)
;=> #\h
(char "abc" 5)
;!! type-error
(elt "abc" 2)
;=> #\c
(aref "abc" 0)
;=> #\a
(string #\a)
;=> "a"
(string "x")
;=> "x"
(string 5)
;!! simple-type-error
(make-string 3 :initial-element #\z)
;=> "zzz"
(length (make-string 4))
;=> 4
(string= "abc" "abc")
;=> T
(string= "abc" "ABC")
;=> NIL
(string-equal "abc" "ABC")
;=> T
(string= "xabcx" "abc" :start1 1 :end1 4)
;=> T
(string= "abc" "abd" :end1 2 :end2 2)
;=> T
(string/= "abc" "abd")
;=> 2
(string/= "abc" "abc")
;=> NIL
(string< "abc" "abd")
;=> 2
(string< "abd" "abc")
;=> NIL
(string< "abc" "abcd")
;=> 3
(string< "abc" "abc")
;=> NIL
(string<= "abc" "abc")
;=> 3
(string> "b" "a")
;=> 0
(string> "abc" "ab")
;=> 2
(string>= "abc" "abd")
;=> NIL
(string>= "abc" "abc")
;=> 3
(string< "xab" "abc" :start1 1)
;=> 3
(string> "zzz" "abc" :start2 1 :end2 2)
;=> 0
(string/= "foo" "food" :end2 3)
;=> NIL
(string<= "b" "abc" :start2 1)
;=> 1
(string-lessp "ABC" "abd")
;=> 2
(string-greaterp "ABD" "abc")
;=> 2
(string-not-greaterp "abc" "ABC")
;=> 3
(string-not-lessp "abc" "ABD")
;=> NIL
(string-not-equal "abc" "ABD")
;=> 2
(string-not-equal "abc" "ABC")
;=> NIL
(string-lessp "xABC" "abd" :start1 1)
;=> 3
(string-equal "xab" "AB" :start1 1)
;=> T
(string< 'abc "ABD")
;=> 2
(string-upcase "Hello")
;=> "HELLO"
(string-downcase "Hello")
;=> "hello"
(string-capitalize "hello wORLD foo-bar")
;=> "Hello World Foo-Bar"
(string-capitalize "it's 3rd")
;=> "It'S 3rd"
(string-upcase "hello" :start 1 :end 3)
;=> "hELlo"
(string-downcase 'ABC)
;=> "abc"
(string-capitalize 'some-name)
;=> "Some-Name"
(string-capitalize "one two" :start 4)
;=> "one Two"
(nstring-upcase (copy-seq "abc"))
;=> "ABC"
(nstring-downcase (copy-seq "ABC"))
;=> "abc"
(nstring-capitalize (copy-seq "abc def"))
;=> "Abc Def"
(string-trim " " "  hi  ")
;=> "hi"
(string-trim '(#\a #\b) "abcba")
;=> "c"
(string-left-trim "x" "xxabc")
;=> "abc"
(string-right-trim "c" "abcc")
;=> "ab"
(string-trim "abc" "xyz")
;=> "xyz"
(concatenate 'string "foo" "bar")
;=> "foobar"
(concatenate 'string "a" '(#\b) #(#\c))
;=> "abc"
(concatenate 'string)
;=> ""
(reverse "abc")
;=> "cba"
(nreverse (copy-seq "abc"))
;=> "cba"
(subseq "hello" 1 3)
;=> "el"
(subseq "hello" 2)
;=> "llo"
(subseq "hello" 2 9)
;!! type-error
(search "lo" "hello")
;=> 3
(search "xx" "hello")
;=> NIL
(search "l" "hello" :from-end t)
;=> 3
(position #\l "hello")
;=> 2
(position #\l "hello" :from-end t)
;=> 3
(position #\l "hello" :start 3)
;=> 3
(find #\e "hello")
;=> #\e
(count #\l "hello")
;=> 2
(remove #\l "hello")
;=> "heo"
(remove-if #'upper-case-p "HeLLo")
;=> "eo"
(remove-duplicates "banana")
;=> "bna"
(substitute #\x #\l "hello")
;=> "hexxo"
(map 'string #'char-upcase "abc")
;=> "ABC"
(map 'list #'char-code "ab")
;=> (97 98)
(map-into (make-string 3) #'char-upcase "abc")
;=> "ABC"
(every #'alpha-char-p "abc1")
;=> NIL
(some #'digit-char-p "abc1")
;=> 1
(sort (copy-seq "hello") #'char<)
;=> "ehllo"
(coerce "abc" 'list)
;=> (#\a #\b #\c)
(coerce '(#\a #\b) 'string)
;=> "ab"
(coerce "a" 'vector)
;=> "a"
(coerce '(1 2) 'string)
;!! type-error
(stringp "a")
;=> T
(stringp 'a)
;=> NIL
(stringp #\a)
;=> NIL
(simple-string-p "a")
;=> T
(vectorp "abc")
;=> T
(arrayp "abc")
;=> T
(array-rank "abc")
;=> 1
(array-dimensions "abc")
;=> (3)
(typep "abc" '(string 3))
;=> T
(typep "abc" 'simple-string)
;=> T
(equal "abc" "abc")
;=> T
(eq "abc" "abd")
;=> NIL
(equalp "abc" "ABC")
;=> T
(equal "abc" "ABC")
;=> NIL
(let ((s (copy-seq "abc"))) (setf (char s 1) #\x) s)
;=> "axc"
(let ((s (copy-seq "abc"))) (setf (subseq s 0 2) "xy") s)
;=> "xyc"
(fill (make-string 3) #\q)
;=> "qqq"
(replace (copy-seq "abcdef") "XY" :start1 2)
;=> "abXYef"
(let ((s (make-array 0 :element-type 'character :fill-pointer 0 :adjustable t))) (vector-push-extend #\a s) (vector-push-extend #\b s) s)
;=> "ab"
(with-output-to-string (s) (write-string "abc" s) (write-char #\d s))
;=> "abcd"
(with-input-from-string (s "12 abc") (list (read s) (read s)))
;=> (12 ABC)
(with-output-to-string (s) (princ 'abc s))
;=> "ABC"
(format nil "~a" "x")
;=> "x"
(format nil "~s" "x")
;=> "\"x\""
(princ-to-string "a\"b")
;=> "a\"b"
(prin1-to-string "a\"b")
;=> "\"a\\\"b\""
(write-to-string 'abc)
;=> "ABC"
(write-to-string "abc" :escape nil)
;=> "abc"
(string-upcase 5)
;!! simple-type-error
(length 5)
;!! type-error
(char-upcase "a")
;!! type-error
(mismatch "abc" "abd")
;=> 2
(mismatch "abc" "abc")
;=> NIL
(string "")
;=> ""
(length "")
;=> 0
(string< "" "a")
;=> 0
(string= "" "")
;=> T
(merge 'string (copy-seq "ace") (copy-seq "bd") #'char<)
;=> "abcde"
(reduce (lambda (a c) (+ (* 10 a) (digit-char-p c))) "123" :initial-value 0)
;=> 123
(parse-integer "123" :start 1)
;=> 23 ; 3
(let ((i 0)) (loop for c across "abc" do (incf i (char-code c))) i)
;=> 294
(loop for c across "abc" collect (char-upcase c))
;=> (#\A #\B #\C)
(string-trim '(#\Space #\Newline) (format nil " a~%"))
;=> "a"
(copy-seq "abc")
;=> "abc"
(make-array 3 :element-type 'character :initial-element #\a)
;=> "aaa"
(make-sequence 'string 2 :initial-element #\b)
;=> "bb"
(string= "a" "b" :start1 5)
;!! type-error
(array-element-type "abc")
;=> CHARACTER
(char= (char "abc" 0) #\a)
;=> T
