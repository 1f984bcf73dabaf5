; not under: stress fuel: a long program
(require 'common-lisp)
(defmacro f (&rest args) `(progn (format t ,@args) (terpri)))
(f "~a ~s ~a ~s" "x" "x" #\a #\a)
(f "~d ~:d ~@d ~:@d" 1000000 1000000 1000000 1000000)
(f "~12d|~12,'0d|~:d" 1000000 1000000 123456789)
(f "~x ~o ~b ~8,'0b" 255 255 255 5)
(f "~r ~:r ~@r" 1234 1234 1234)
(f "~r" 1000000001)
(f "~r ~:r" -5 21)
(f "~f ~,2f ~10,3f|~5f" 3.14159 3.14159 3.14159 3.14159)
(f "~e ~,3e" 3.14159 31415.9)
(f "~$ ~2,4$" 3.14159 3.14159)
(f "~c ~:c ~@c" #\a #\space #\a)
(f "~10a|~10@a|~10,,,'-a|" 'abc 'abc 'abc)
(f "~p ~p ~@p ~@p" 1 2 1 2)
(f "~a famil~:@p" 2)
(f "~d famil~:@p, ~d cat~:p" 1 3)
(f "~[zero~;one~;two~]" 1)
(f "~[zero~;one~;two~:;many~]" 7)
(f "~:[no~;yes~] ~:[no~;yes~]" nil t)
(f "~@[x = ~a ~]~@[y = ~a~]" 10 nil)
(f "~{~a~^, ~}" '(1 2 3))
(f "~{~a is ~a~^; ~}" '(a 1 b 2))
(f "~:{~a/~a ~}" '((1 2) (3 4)))
(f "~@{~a~^-~}" 1 2 3)
(f "~2{~a ~}" '(1 2 3))
(f "~{~#[none~;~a~;~a and ~a~:;~@{~a~#[~;, and ~:;, ~]~}~]~}" '(1 2 3 4))
(f "~#[none~;~s~;~s and ~s~:;many~]" 1 2)
(f "~(THE Quick~) ~:(the quick fox~) ~@(the quick~) ~:@(shout~)")
(f "a~%b~&c~~d")
(f "~a~10ta~20tb" 1)
(f "~a~5@tb" 1)
(f "~*~a ~:*~a" 1 2)
(f "~@*~a ~a ~1@*~a" 1 2 3)
(f "~?" "~a-~a" '(1 2))
(f "~@?" "~a-~a" 1 2)
(f "~<~a~;~a~>" 'x 'y)
(f "~20<left~;right~>|")
(f "~20:<~a~>|" 'x)
(f "~20:@<~a~>|" 'x)
(f "~20@<~a~>|" 'x)
(f "~a" '(quote x))
(f "~s" ''x)
(f "~s" '#'x)
(f "~a ~a" nil t)
(f "~:a" nil)
(f "~w" "str")
(f "~a" #(1 2 3))
(f "~s" "with \"quotes\" and \\")
(f "~a ~a ~a" 1/3 -0.5 1e10)
(f "~a ~a ~a ~a" 1.0e7 1.0e6 1.5e-3 1.5e-4)
(f "~a" 100000.0)
(f "~,3f" 1/3)
(f "~3d|~d" 5 5)
(f "~vd ~v,'xd" 5 1 6 2)
(f "one ~
    two")
(f "~a" (list 1 (list "a" #\b) 'c :d))
(f "~s" (list 1 (list "a" #\b) 'c :d))
(f "~s ~s" 'foo '|Foo bar|)
(f "~{~{~a~^ ~}~^~%~}" '((1 2) (3 4)))
(f "~:@(~a~)" "abc")
(f "~5,2f|~6,1f|~,4f" 1.0 2.55 1e-3)
(f "~d" "not a number")
(f "~d ~d" 1.5 'x)
(f "~16r ~2r ~36r" 255 5 35)
(f "~@r ~@r ~:@r" 4 1999 4)

(f "~{~3d~}" '(1 22 333))
(f "~30a~a" "name" "value")
(f "~5,,,'*@a|~5,'*d" "ab" 12)
(print (format nil "~a" 'symbol))
(print (format nil "~5t~a" 'x))
(f "~a ~s" 'sym '|lower|)
(f "~,,'.,3:d" 1234567)
(f "~a" (make-string 3 :initial-element #\z))
(f "~{~a~}~{~a~}" nil '(1))
(f "~:{~a~:^, ~}" '((1) (2) (3)))
(f "~:@{~a-~a ~}" '(1 2) '(3 4))
(f "~@{~a ~}" 1 2 3)
(f "~6,2,,,'0f|" 3.14159)
(f "~@f ~@d" 3.5 7)
;>> x "x" a #\a
;>> 1000000 1,000,000 +1000000 +1,000,000
;>>      1000000|000001000000|123,456,789
;>> FF 377 11111111 00000101
;>> one thousand two hundred thirty-four one thousand two hundred thirty-fourth MCCXXXIV
;>> one billion one
;>> negative five twenty-first
;>> 3.14159 3.14      3.142|3.142
;>> 3.14159e+0 3.142e+4
;>> 3.14 0003.14
;>> a Space #\a
;>> ABC       |       ABC|ABC-------|
;>>  s y ies
;>> 2 families
;>> 1 family, 3 cats
;>> one
;>> many
;>> no yes
;>> x = 10 
;>> 1, 2, 3
;>> A is 1; B is 2
;>> 1/2 3/4 
;>> 1-2-3
;>> 1 2 
;>> 1, 2, 3, and 4
;>> 1 and 2
;>> the quick The Quick Fox The quick SHOUT
;>> a
;>> b
;>> c~d
;>> 1         a         b
;>> 1     b
;>> 2 2
;>> 1 2 2
;>> 1-2
;>> 1-2
;>> XY
;>> left           right|
;>>                    X|
;>>          X          |
;>> X                   |
;>> 'X
;>> 'X
;>> #'X
;>> NIL T
;>> ()
;>> "str"
;>> #(1 2 3)
;>> "with \"quotes\" and \\"
;>> 1/3 -0.5 1.0e10
;>> 1.0e7 1000000.0 0.0015 1.5e-4
;>> 100000.0
;>> 0.333
;>>   5|5
;>>     1 xxxxx2
;>> one two
;>> (1 (a b) C D)
;>> (1 ("a" #\b) C :D)
;>> FOO |Foo bar|
;>> 1 2
;>> 3 4
;>> ABC
;>>  1.00|   2.5|0.0010
;>> not a number
;>> 1.5 X
;>> FF 101 Z
;>> IV MCMXCIX IIII
;>>   1 22333
;>> name                          value
;>> ***ab|***12
;>> 
;>> "SYMBOL" 
;>> "     X" SYM |lower|
;>> 1.234.567
;>> zzz
;>> 1
;>> 1, 2, 3
;>> 1-2 3-4 
;>> 1 2 3 
;>> 003.14|
;>> +3.5 +7
