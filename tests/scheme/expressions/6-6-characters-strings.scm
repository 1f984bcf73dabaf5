; 6.6 Characters
#\a  ;=> #\a
#\A  ;=> #\A
#\(  ;=> #\(
#\space  ;=> #\space
#\newline  ;=> #\newline
#\tab  ;=> #\tab
#\return  ;=> #\return
#\alarm  ;=> #\alarm
#\backspace  ;=> #\backspace
#\delete  ;=> #\delete
#\escape  ;=> #\escape
#\null  ;=> #\null
#\x41  ;=> #\A
#\x3bb  ;=> #\λ
#\x0  ;=> #\null
#\x7f  ;=> #\delete
#\;  ;=> #\;
#\"  ;=> #\"
#\\  ;=> #\\
#\'  ;=> #\'
#\x  ;=> #\x
(list #\a #\space #\newline)  ;=> (#\a #\space #\newline)
(char? #\a)  ;=> #t
(char? "a")  ;=> #f
(char? 'a)  ;=> #f
(char->integer #\A)  ;=> 65
(char->integer #\space)  ;=> 32
(char->integer #\newline)  ;=> 10
(char->integer #\x3bb)  ;=> 955
(integer->char 65)  ;=> #\A
(integer->char 955)  ;=> #\λ
(integer->char 0)  ;=> #\null
(integer->char #xD800)  ;=> error
(integer->char #x110000)  ;=> error
(integer->char -1)  ;=> error
(char=? #\a #\a)  ;=> #t
(char=? #\a #\b)  ;=> #f
(char=? #\a #\a #\a)  ;=> #t
(char<? #\a #\b)  ;=> #t
(char<? #\a #\b #\c)  ;=> #t
(char<? #\a #\c #\b)  ;=> #f
(char>? #\b #\a)  ;=> #t
(char<=? #\a #\a #\b)  ;=> #t
(char>=? #\b #\a #\a)  ;=> #t
(char<? #\A #\a)  ;=> #t
(char<? #\0 #\A)  ;=> #t
(char-ci=? #\A #\a)  ;=> #t
(char-ci<? #\a #\B)  ;=> #t
(char-ci>? #\a #\B)  ;=> #f
(char-ci<=? #\a #\A #\b)  ;=> #t
(char-ci>=? #\B #\b #\a)  ;=> #t
(char=? #\a 'a)  ;=> error
(char-alphabetic? #\a)  ;=> #t
(char-alphabetic? #\1)  ;=> #f
(char-alphabetic? #\space)  ;=> #f
(char-alphabetic? #\x3bb)  ;=> #t
(char-alphabetic? #\-)  ;=> #f
(char-numeric? #\5)  ;=> #t
(char-numeric? #\a)  ;=> #f
(char-numeric? #\x664)  ;=> #t
(char-numeric? #\x0E50)  ;=> #t
(char-whitespace? #\space)  ;=> #t
(char-whitespace? #\newline)  ;=> #t
(char-whitespace? #\a)  ;=> #f
(char-whitespace? #\xA0)  ;=> #t
(char-upper-case? #\A)  ;=> #t
(char-upper-case? #\a)  ;=> #f
(char-upper-case? #\1)  ;=> #f
(char-lower-case? #\a)  ;=> #t
(char-lower-case? #\A)  ;=> #f
(char-lower-case? #\x3bb)  ;=> #t
(char-upper-case? #\x3A3)  ;=> #t
(digit-value #\3)  ;=> 3
(digit-value #\x0664)  ;=> 4
(digit-value #\x0AE6)  ;=> 0
(digit-value #\x0EA6)  ;=> #f
(digit-value #\a)  ;=> #f
(char-upcase #\i)  ;=> #\I
(char-upcase #\I)  ;=> #\I
(char-upcase #\1)  ;=> #\1
(char-downcase #\I)  ;=> #\i
(char-downcase #\i)  ;=> #\i
(char-upcase #\x3bb)  ;=> #\Λ
(char-downcase #\x39b)  ;=> #\λ
(char-foldcase #\A)  ;=> #\a
(char-foldcase #\x3A3)  ;=> #\σ
(char-foldcase #\x3C2)  ;=> #\σ
(char-upcase #\xDF)  ;=> #\ß
(char-downcase #\x130)  ;=> #\i
; 6.7 Strings
"The word \"recursion\" has many meanings."  ;=> "The word \"recursion\" has many meanings."
"a\tb"  ;=> "a\tb"
"a\nb"  ;=> "a\nb"
"a\\b"  ;=> "a\\b"
"a\x41;b"  ;=> "aAb"
"\a\b"  ;=> "\a\b"
(string-length "\a\b\t\n\r\"\\\|")  ;=> 8
(read (open-input-string "\"line one \\\n    continued\""))  ;=> "line one continued"
(string-length "a\x3bb;b")  ;=> 3
""  ;=> ""
"λ"  ;=> "λ"
(string? "a")  ;=> #t
(string? 'a)  ;=> #f
(string? #\a)  ;=> #f
(make-string 3 #\x)  ;=> "xxx"
(make-string 0 #\x)  ;=> ""
(string-length (make-string 4))  ;=> 4
(string)  ;=> ""
(string #\a #\b)  ;=> "ab"
(string-length "abc")  ;=> 3
(string-length "")  ;=> 0
(string-length "λμ")  ;=> 2
(string-ref "abc" 0)  ;=> #\a
(string-ref "abc" 2)  ;=> #\c
(string-ref "abc" 3)  ;=> error
(string-ref "abc" -1)  ;=> error
(string-ref "aλb" 1)  ;=> #\λ
(let ((s (make-string 3 #\*))) (string-set! s 0 #\?) s)  ;=> "?**"
(let ((s (string #\a #\b))) (string-set! s 1 #\λ) s)  ;=> "aλ"
(string-set! (make-string 1 #\a) 1 #\b)  ;=> error
(string=? "abc" "abc")  ;=> #t
(string=? "abc" "abd")  ;=> #f
(string=? "a" "a" "a")  ;=> #t
(string=? "a" "a" "b")  ;=> #f
(string=? "" "")  ;=> #t
(string<? "abc" "abd")  ;=> #t
(string<? "ab" "abc")  ;=> #t
(string<? "abc" "ab")  ;=> #f
(string<? "a" "b" "c")  ;=> #t
(string<? "a" "c" "b")  ;=> #f
(string>? "b" "a")  ;=> #t
(string<=? "a" "a" "b")  ;=> #t
(string>=? "b" "a" "a")  ;=> #t
(string<? "A" "a")  ;=> #t
(string<? "Z" "a")  ;=> #t
(string-ci=? "aBc" "AbC")  ;=> #t
(string-ci=? "Straße" "STRASSE")  ;=> #f
;/= #t -- Folding makes ß the same as ss, and one of the two small forms of sigma.
(string-ci<? "a" "B")  ;=> #t
(string-ci>? "B" "a")  ;=> #t
(string-ci<=? "a" "A")  ;=> #t
(string-ci>=? "b" "A")  ;=> #t
(string=? "a" 'a)  ;=> error
(string-upcase "Hello")  ;=> "HELLO"
(string-downcase "Hello")  ;=> "hello"
(string-foldcase "Hello")  ;=> "hello"
(string-upcase "Straße")  ;=> "STRASSE"
(string-downcase "ΧΑΟΣ")  ;=> "χαος"
(string-downcase "ΧΑΟΣΣ")  ;=> "χαοσς"
(string-downcase "ΧΑΟΣ Σ")  ;=> "χαος σ"
(string-foldcase "ΧΑΟΣ")  ;=> "χαος"
;/= "χαοσ" -- Folding makes ß the same as ss, and one of the two small forms of sigma.
(string-foldcase "Maß")  ;=> "mass"
(string-upcase "χαος")  ;=> "ΧΑΟΣ"
(substring "hello" 1 3)  ;=> "el"
(substring "hello" 0 0)  ;=> ""
(substring "hello" 5 5)  ;=> ""
(substring "hello" 3 2)  ;=> error
(substring "hello" 0 6)  ;=> error
(string-append "foo" "bar")  ;=> "foobar"
(string-append)  ;=> ""
(string-append "a")  ;=> "a"
(string-append "a" "" "b" "λ")  ;=> "abλ"
(string-append "a" 'b)  ;=> error
(string->list "apple")  ;=> (#\a #\p #\p #\l #\e)
(string->list "apple" 2)  ;=> (#\p #\l #\e)
(string->list "apple" 1 3)  ;=> (#\p #\p)
(string->list "")  ;=> ()
(string->list "abc" 4)  ;=> error
(list->string '(#\a #\b))  ;=> "ab"
(list->string '())  ;=> ""
(list->string '(a))  ;=> error
(string-copy "hello")  ;=> "hello"
(string-copy "hello" 2)  ;=> "llo"
(string-copy "hello" 1 4)  ;=> "ell"
(let* ((a (string #\a #\b)) (b (string-copy a))) (string-set! b 0 #\x) (list a b))  ;=> ("ab" "xb")
(let ((a "12345") (b (string-copy "abcde"))) (string-copy! b 1 a 0 2) b)  ;=> "a12de"
(let ((b (string-copy "abcde"))) (string-copy! b 1 b 0 3) b)  ;=> "aabce"
(let ((b (string-copy "abcde"))) (string-copy! b 0 b 2) b)  ;=> "cdede"
(let ((b (string-copy "abc"))) (string-copy! b 2 "xyz") b)  ;=> error
(let ((s (make-string 3 #\a))) (string-fill! s #\z) s)  ;=> "zzz"
(let ((s (string-copy "abcde"))) (string-fill! s #\- 1 3) s)  ;=> "a--de"
(let ((s (string-copy "abcde"))) (string-fill! s #\- 2) s)  ;=> "ab---"
(string-map char-upcase "abc")  ;=> "ABC"
(string-map (lambda (c k) (if (eqv? k #\u) (char-upcase c) (char-downcase c))) "studlycaps xxx" "ululululul")  ;=> "StUdLyCaPs"
(string-map char-foldcase "AbdEgH")  ;=> "abdegh"
(let ((v '())) (string-for-each (lambda (c) (set! v (cons (char->integer c) v))) "abcde") v)  ;=> (101 100 99 98 97)
(let ((v '())) (string-for-each (lambda (c d) (set! v (cons (list c d) v))) "ab" "xyz") (reverse v))  ;=> error
;/= ((#\a #\x) (#\b #\y)) -- `string-for-each` goes as far as the shortest string.
(string-map (lambda (a b) b) "abc" "12")  ;=> "12"
(string->vector "ABC")  ;=> #(#\A #\B #\C)
(string->vector "abcde" 1 3)  ;=> #(#\b #\c)
(vector->string #(#\1 #\2 #\3))  ;=> "123"
(vector->string #(#\a #\b #\c) 1)  ;=> "bc"
(vector->string #(#\a #\b #\c) 0 2)  ;=> "ab"
(vector->string #(1))  ;=> error
(string->utf8 "A")  ;=> #u8(65)
(string->utf8 "λ")  ;=> #u8(206 187)
(string->utf8 "aλ€😀")  ;=> #u8(97 206 187 226 130 172 240 159 152 128)
(string->utf8 "abc" 1)  ;=> #u8(98 99)
(string->utf8 "abc" 1 2)  ;=> #u8(98)
(utf8->string #u8(65))  ;=> "A"
(utf8->string #u8(206 187))  ;=> "λ"
(utf8->string #u8(97 98 99) 1 2)  ;=> "b"
(utf8->string #u8(240 159 152 128))  ;=> "😀"
(string-length (utf8->string #u8()))  ;=> 0
(number->string 42)  ;=> "42"
(string->number "42")  ;=> 42
(string<? "apple" "banana" "cherry")  ;=> #t
(equal? (string #\a) "a")  ;=> #t
(eq? "" "")  ;=> #f
(list "a" #\b 'c)  ;=> ("a" #\b c)
(string #\a #\" #\\)  ;=> "a\"\\"
(string-append "tab" (string #\tab) "end")  ;=> "tab\tend"
(string #\newline)  ;=> "\n"
(string #\x7)  ;=> "\a"
(string #\x0)  ;=> "\x0;"
(string #\x7f)  ;=> "\x7f;"
(string #\return)  ;=> "\r"
"é"  ;=> "é"
"日本語"  ;=> "日本語"
(string-ref "日本語" 1)  ;=> #\本
(string-length "日本語")  ;=> 3
(string-upcase "éà")  ;=> "ÉÀ"
