; Format.

(format nil "~a" 'abc)
;=> "ABC"
(format nil "~s" "abc")
;=> "\"abc\""
(format nil "~a ~s" "x" "x")
;=> "x \"x\""
(format nil "~d" 42)
;=> "42"
(format nil "~5d|" 42)
;=> "   42|"
(format nil "~5,'0d" 42)
;=> "00042"
(format nil "~:d" 1234567)
;=> "1,234,567"
(format nil "~@d" 42)
;=> "+42"
(format nil "~:@d" 12345)
;=> "+12,345"
(format nil "~d" 'a)
;=> "A"
(format nil "~b" 5)
;=> "101"
(format nil "~o" 8)
;=> "10"
(format nil "~x" 255)
;=> "FF"
(format nil "~8,'0b" 5)
;=> "00000101"
(format nil "~3r" 10)
;=> "101"
(format nil "~r" 42)
;=> "forty-two"
(format nil "~:r" 42)
;=> "forty-second"
(format nil "~@r" 1999)
;=> "MCMXCIX"
(format nil "~:@r" 4)
;=> "IIII"
(format nil "~r" 0)
;=> "zero"
(format nil "~r" -7)
;=> "negative seven"
(format nil "~r" 1234567)
;=> "one million two hundred thirty-four thousand five hundred sixty-seven"
(format nil "~f" 3.14159)
;=> "3.14159"
(format nil "~,2f" 3.14159)
;=> "3.14"
(format nil "~8,2f|" 3.14159)
;=> "    3.14|"
(format nil "~,0f" 2.5)
;=> "3."
;-> "2."
(format nil "~6,1f" 12.345)
;=> "  12.3"
(format nil "~f" 5)
;=> "5.0"
(format nil "~,3f" 1/3)
;=> "0.333"
(format nil "~e" 12345.678)
;=> "1.2345678e+4"
(format nil "~,2e" 12345.678)
;=> "1.23e+4"
(format nil "~g" 12.5)
;=> "12.5    "
(format nil "~$" 3.14159)
;=> "3.14"
(format nil "~10$|" 3.14159)
;=> "3.1415900000|"
(format nil "~c" #\a)
;=> "a"
(format nil "~:c" #\Newline)
;=> "Newline"
(format nil "~@c" #\a)
;=> "#\\a"
(format nil "~%")
;=> "\n"
(format nil "a~%b")
;=> "a\nb"
(format nil "~3%")
;=> "\n\n\n"
(format nil "~&a")
;=> "a"
(format nil "a~&b")
;=> "a\nb"
(format nil "~~")
;=> "~"
(format nil "~3~")
;=> "~~~"
(format nil (format nil "a~~~%       b"))
;=> "ab"
(format nil "~10a|" "abc")
;=> "abc       |"
(format nil "~10@a|" "abc")
;=> "       abc|"
(format nil "~10,,,'-a|" "abc")
;=> "abc-------|"
(format nil "~:a" nil)
;=> "()"
(format nil "~a" nil)
;=> "NIL"
(format nil "~5t|")
;=> "     |"
(format nil "ab~5tcd")
;=> "ab   cd"
(format nil "ab~1,4tcd")
;=> "ab   cd"
(format nil "ab~2@tcd")
;=> "ab  cd"
(format nil "~{~a ~}" '(1 2 3))
;=> "1 2 3 "
(format nil "~{~a~^, ~}" '(1 2 3))
;=> "1, 2, 3"
(format nil "~{~a~^, ~}" nil)
;=> ""
(format nil "~{~a=~a~^; ~}" '(a 1 b 2))
;=> "A=1; B=2"
(format nil "~:{~a-~a ~}" '((a 1) (b 2)))
;=> "A-1 B-2 "
(format nil "~@{~a~^,~}" 1 2 3)
;=> "1,2,3"
(format nil "~:@{~a~a ~}" '(1 2) '(3 4))
;=> "12 34 "
(format nil "~2{~a~}" '(1 2 3))
;=> "12"
(format nil "~[zero~;one~;two~]" 1)
;=> "one"
(format nil "~[zero~;one~:;many~]" 7)
;=> "many"
(format nil "~[a~;b~]" 5)
;=> ""
(format nil "~:[no~;yes~]" nil)
;=> "no"
(format nil "~:[no~;yes~]" 5)
;=> "yes"
(format nil "~@[value ~a~]" 5)
;=> "value 5"
(format nil "~@[value ~a~]" nil)
;=> ""
(format nil "~#[none~;one~;two~:;many~]" 1 2)
;=> "two"
(format nil "~(ABC Def~)" )
;=> "abc def"
(format nil "~:(hello world~)")
;=> "Hello World"
(format nil "~@(hello world~)")
;=> "Hello world"
(format nil "~:@(hello~)")
;=> "HELLO"
(format nil "~(~a~)" 'ABC)
;=> "abc"
(format nil "~p" 1)
;=> ""
(format nil "~p" 2)
;=> "s"
(format nil "~a cat~:p" 2)
;=> "2 cats"
(format nil "~a cat~:p" 1)
;=> "1 cat"
(format nil "~a pupp~:@p" 1)
;=> "1 puppy"
(format nil "~a pupp~:@p" 3)
;=> "3 puppies"
(format nil "~*~a" 1 2)
;=> "2"
(format nil "~a ~:*~a" 1)
;=> "1 1"
(format nil "~2@*~a" 1 2 3)
;=> "3"
(format nil "~va|" 5 "a")
;=> "a    |"
(format nil "~v,'*d" 6 42)
;=> "****42"
(format nil "~#a|" "x")
;=> "x|"
(format nil "~?" "~a+~a" '(1 2))
;=> "1+2"
(format nil "~@?" "~a+~a" 1 2)
;=> "1+2"
(format nil "~a~a" 1)
;!! error
(format nil "~a" 1 2)
;=> "1"
(format nil "~q" 1)
;!! error
(format nil "~{~a")
;!! error
(format nil "~w" "a")
;=> "\"a\""
(format nil "~i" )
;=> ""
(format nil "~_")
;=> ""
(format nil "~<abc~>")
;=> "abc"
(format nil "~10<abc~>|")
;=> "       abc|"
(format nil "~10<a~;b~>|")
;=> "a        b|"
(format nil "~10:@<abc~>|")
;=> "   abc    |"
(format nil "~10@<abc~>|")
;=> "abc       |"
(format nil "~20<a~;b~;c~>|")
;=> "a        b         c|"
(format nil "~<~a ~a~:>" '(1 2))
;=> "1 2"
(format nil "~:<~a ~a~:>" '(1 2))
;=> "(1 2)"
(format nil "~@<~a~:>" 1)
;=> "1"
(format nil "~|" )
;=> ""
(format nil "~s" '(a "b" #\c))
;=> "(A \"b\" #\\c)"
(format nil "~a" '(a "b" #\c))
;=> "(A b c)"
(format nil "~s ~s" 1.5 1/2)
;=> "1.5 1/2"
(format nil "~a" #(1 2))
;=> "#(1 2)"
(format t "")
;=> NIL
(with-output-to-string (s) (format s "~a" 5))
;=> "5"
(let ((s (make-array 0 :element-type 'character :fill-pointer 0 :adjustable t))) (format s "~a" 'x) s)
;=> "X"
(funcall (formatter "~a-~a") (make-broadcast-stream) 1 2)
;=> NIL
(with-output-to-string (s) (funcall (formatter "~a-~a") s 1 2))
;=> "1-2"
(format nil "~{~{~a~^-~}~^ ~}" '((1 2) (3 4)))
;=> "1-2 3-4"
(format nil "~{~[a~;b~;c~]~}" '(0 1 2))
;=> "abc"
(format nil "~{~a~#[~; and ~:;, ~]~}" '(x y z))
;=> "X, Y and Z"
(format nil "~{~#[~;~a~;~a and ~a~:;~@{~a~#[~;, and ~:;, ~]~}~]~}" '(1 2 3))
;=> "1, 2, and 3"
(format nil "~1{~a~:}" nil)
;!! error
(format nil "~,,' ,4:d" 123456789)
;=> "1 2345 6789"
(format nil "~,' ,3x" 5)
;=> "5"
(format nil "~12,4f|" 3.14159265)
;=> "      3.1416|"
(format nil "~,1f" 0.05)
;=> "0.1"
(format nil "~,2f" 0.005)
;=> "0.01"
(format nil "~,2f" 99.999)
;=> "100.00"
(format nil "~d" 1.5)
;=> "1.5"
(format nil "~5,2f" 1)
;=> " 1.00"
(format nil "~@f" 1.5)
;=> "+1.5"
(format nil "~2d:~2,'0d" 5 7)
;=> " 5:07"
(format nil "~a, ~:(~a~)" 'foo 'bar)
;=> "FOO, Bar"
(format nil "~s" nil)
;=> "NIL"
(format nil "~s" :key)
;=> ":KEY"
(format nil "~a" :key)
;=> "KEY"
(format nil "~^a")
;=> ""
(format nil "a~^b")
;=> "a"
(format nil "a~^b" 1)
;=> "ab"
