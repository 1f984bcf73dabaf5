;;;; destination t prints
(format t "~a~%" 'hello)                 ;=> nil
;>> hello
(format nil "~a")                        ;!! bad-value no argument left
(format nil "~q" 1)                      ;!! bad-value
(format 5 "x")                           ;!! wrong-type

;;;; directives for structure
(format nil "~{~a~^, ~}" '(1 2 3))       ;=> "1, 2, 3"
(format nil "~[zero~;one~:;many~]" 5)    ;=> "many"
(format nil "~r" 21)                     ;=> "twenty-one"
(format nil "~:d" 1234567)               ;=> "1,234,567"
(format nil "~10t|")                     ;=> "          |"

;;;; directives for values
(format nil "~a and ~s" "x" "x")         ;=> "x and \"x\""
(format nil "~d ~b ~x" 10 10 255)        ;=> "10 1010 ff"
(format nil "~5d|~5a|" 42 "ab")          ;=> "   42|ab   |"
(format nil "a~%b~~")                    ;=> "a\nb~"
(format nil "~,2f" 3.14159)              ;=> "3.14"

;;;; values are written for people or to read back
(format nil "plain")                         ;=> "plain"
(format nil "")                              ;=> ""
(format nil "~a|~s|~w" "x" "x" "x")          ;=> "x|\"x\"|\"x\""
(format nil "~A" '(1 "b" #\c))               ;=> "(1 b c)"
(format nil "~S" '(1 "b" #\c))               ;=> "(1 \"b\" #\\c)"
(format nil "~a ~:a" nil nil)                ;=> "nil ()"
(format nil "~5a|~5@a|" "ab" "ab")           ;=> "ab   |   ab|"
(format nil "~5,,,'*a|~5,,,'*@a" "ab" "ab")  ;=> "ab***|***ab"
(format nil "~10,3a|" "ab")                  ;=> "ab         |"
(format nil "~,,2a|" "ab")                   ;=> "ab  |"
(format nil "~5,,2a|" "abcd")                ;=> "abcd  |"
(format nil "~4a|" "größer")                 ;=> "größer|"
(format nil "~8@a|" "größer")                ;=> "  größer|"
(format nil "~va|~v@s" 4 'b nil 'c)          ;=> "b   |c"
(format nil "~#a|" "x" 1 2)                  ;=> "x  |"
(format nil "~-5a|" "x")                     ;=> "x|"

;;;; characters are bare by name or readable
(format nil "~c~c" #\a #\λ)         ;=> "aλ"
(format nil "~:c ~:c" #\space #\a)  ;=> "space a"
(format nil "~@c ~@c" #\space #\a)  ;=> "#\\space #\\a"

;;;; integers are written in every radix
(format nil "~d" -42)                             ;=> "-42"
(format nil "~5d|~-5d" 42 42)                     ;=> "   42|42"
(format nil "~5,'0d" 42)                          ;=> "00042"
(format nil "~@d ~@d ~@d" 1 0 -1)                 ;=> "+1 +0 -1"
(format nil "~:d ~:d ~:d" 999 1000 -1234567)      ;=> "999 1,000 -1,234,567"
(format nil "~,,'.,4:d" 123456789)                ;=> "1.2345.6789"
(format nil "~:@d" 1000000)                       ;=> "+1,000,000"
(format nil "~12,'_:d" 1234567)                   ;=> "___1,234,567"
(format nil "~b ~o ~x" 10 64 255)                 ;=> "1010 100 ff"
(format nil "~8,'0b" 5)                           ;=> "00000101"
(format nil "~,,' ,4:b" 250)                      ;=> "1111 1010"
(format nil "~:x" -305419896)                     ;=> "-12,345,678"
(format nil "~d" 123456789012345678901234567890)  ;=> "123456789012345678901234567890"
(format nil "~:d" -12345678901234567890)          ;=> "-12,345,678,901,234,567,890"
(format nil "~5d|~d|~d" 'ab "x" 1.5)              ;=> "   ab|x|1.5"
(format nil "~b" 1/2)                             ;=> "1/10"
(format nil "~vd|~vd" 4 7 nil 7)                  ;=> "   7|7"

;;;; numbers are written in words and roman
(format nil "~r" 0)                       ;=> "zero"
(format nil "~r" 7)                       ;=> "seven"
(format nil "~r" 13)                      ;=> "thirteen"
(format nil "~r" 20)                      ;=> "twenty"
(format nil "~r" 81)                      ;=> "eighty-one"
(format nil "~r" 100)                     ;=> "one hundred"
(format nil "~r" 729)                     ;=> "seven hundred twenty-nine"
(format nil "~r" 1000)                    ;=> "one thousand"
(format nil "~r" -1000013)                ;=> "negative one million thirteen"
(format nil "~r" 6670903752021072936960)
;=> "six sextillion six hundred seventy quintillion nine hundred three quadrillion seven hundred fifty-two trillion twenty-one billion seventy-two million nine hundred thirty-six thousand nine hundred sixty"
(format nil "~:r" 0)                      ;=> "zeroth"
(format nil "~:r ~:r ~:r" 1 2 3)          ;=> "first second third"
(format nil "~:r ~:r" 12 20)              ;=> "twelfth twentieth"
(format nil "~:r" 91)                     ;=> "ninety-first"
(format nil "~:r" 1000)                   ;=> "one thousandth"
(format nil "~@r ~@r ~@r" 4 1999 3999)    ;=> "IV MCMXCIX MMMCMXCIX"
(format nil "~:@r ~:@r" 4 1999)           ;=> "IIII MDCCCCLXXXXVIIII"
(format nil "~@r ~@r" 0 4000)             ;=> "0 4000"
(format nil "~3r ~36r" 10 35)             ;=> "101 z"
(format nil "~16,6,'0r" 48879)            ;=> "00beef"
(format nil "~,5r|" 10)                   ;=> "   10|"
(format nil "~r" "x")                     ;=> "x"

;;;; fixed point numbers are rounded exactly
(format nil "~f ~f ~f" 3.14 1.0 -0.5)                    ;=> "3.14 1.0 -0.5"
(format nil "~f" 1e22)                                   ;=> "10000000000000000000000.0"
(format nil "~f ~f" 1e-5 0.0)                            ;=> "0.00001 0.0"
(format nil "~f" -0.0)                                   ;=> "-0.0"
(format nil "~,2f" 3.14159)                              ;=> "3.14"
(format nil "~,2f ~,2f" 0.005 0.015)                     ;=> "0.01 0.01"
(format nil "~,2f ~,2f" 0.125 0.375)                     ;=> "0.12 0.38"
(format nil "~,0f ~,0f ~,0f" 3.7 0.3 2.5)                ;=> "4. 0. 2."
(format nil "~,1f" 9.96)                                 ;=> "10.0"
(format nil "~,3f" 5)                                    ;=> "5.000"
(format nil "~f" -5)                                     ;=> "-5.0"
(format nil "~,2f ~,2f ~,2f" 1/3 2/3 -1/8)               ;=> "0.33 0.67 -0.12"
(format nil "~f" 1/3)                                    ;=> "0.3333333333333333"
(format nil "~,30f" 1/7)                                 ;=> "0.142857142857142857142857142857"
(format nil "~,2f" 100000000000000000000000000000000)    ;=> "100000000000000000000000000000000.00"
(format nil "~,1f" 200000000000000000000000000000001/2)  ;=> "100000000000000000000000000000000.5"
(format nil "~,55f" 0.1)                                 ;=> "0.1000000000000000055511151231257827021181583404541015625"
(format nil "~8,2f|" 3.14159)                            ;=> "    3.14|"
(format nil "~8,2,,,'*f" 3.14159)                        ;=> "****3.14"
(format nil "~@f ~,1@f" 1.5 -2)                          ;=> "+1.5 -2.0"
(format nil "~4,2f ~3,2f" 0.5 0.5)                       ;=> "0.50 .50"
(format nil "~4,2,,'#f" 123.456)                         ;=> "####"
(format nil "~4,2f" 123.456)                             ;=> "123.46"
(format nil "~5f ~6f|" 3.14159 1.0)                      ;=> "3.142    1.0|"
(format nil "~3f ~4f" 9.99 123456.0)                     ;=> "10. 123456."
(format nil "~2f ~3f ~4f" 0.55 0.55 0.123456)            ;=> ".6 .55 .123"
(format nil "~2f ~5f" 0.96 -0.123456)                    ;=> "1. -.123"
(format nil "~7,2e" 0.5)                                 ;=> "5.00e-1"
(format nil "~7,3,,0e" 0.5)                              ;=> ".500e+0"
(format nil "~,2,2f" 0.12345)                            ;=> "12.35"
(format nil "~,1,-2f" 1250.0)                            ;=> "12.5"
(format nil "~,0,-2f ~,0,-2f" 150.0 250.0)               ;=> "2. 2."
(format nil "~5f|~5,2f|" "x" 'ab)                        ;=> "    x|   ab|"

;;;; exponents are written with their sign
(format nil "~e ~e" 3.14 1e22)                      ;=> "3.14e+0 1.0e+22"
(format nil "~e ~e" 0.0 -1e-7)                      ;=> "0.0e+0 -1.0e-7"
(format nil "~,3e" 314.159)                         ;=> "3.142e+2"
(format nil "~,2e" 9.999)                           ;=> "1.00e+1"
(format nil "~,0e" 5.0)                             ;=> "5.e+0"
(format nil "~,2,2e" 0.0314)                        ;=> "3.14e-02"
(format nil "~12,3,2e|" -314.159)                   ;=> "  -3.142e+02|"
(format nil "~,3,,0e" 314.159)                      ;=> "0.314e+3"
(format nil "~,3,,-1e" 314.159)                     ;=> "0.031e+4"
(format nil "~,3,,2e" 314.159)                      ;=> "31.42e+1"
(format nil "~,3,,,,,'de" 314.159)                  ;=> "3.142d+2"
(format nil "~8e" 3.14159265)                       ;=> "3.142e+0"
(format nil "~6,2,,,'*e|~9,2,1,,'*e" 3.14 1e100)    ;=> "******|*********"
(format nil "~@e" 1000)                             ;=> "+1.0e+3"
(format nil "~,4e" 1/3)                             ;=> "3.3333e-1"
(format nil "~,2e" 123456789012345678901234567890)  ;=> "1.23e+29"
(format nil "~e" "x")                               ;=> "x"

;;;; general and monetary numbers choose a form
(format nil "~g|" 3.14)                                ;=> "3.14    |"
(format nil "~g|" 1e20)                                ;=> "1.0e+20|"
(format nil "~10,3g|" 3.14159)                         ;=> "  3.14    |"
(format nil "~10,3g|" 31415.9)                         ;=> "  3.142e+4|"
(format nil "~g|" 0.001)                               ;=> "1.0e-3|"
(format nil "~$ ~$" 3.14159 7)                         ;=> "3.14 7.00"
(format nil "~3$" 22/7)                                ;=> "3.143"
(format nil "~,4$" 3.14159)                            ;=> "0003.14"
(format nil "~,0$" 0.5)                                ;=> ".50"
(format nil "~,,9$|~,,9,'*$" -3.14159 3.0)             ;=> "    -3.14|*****3.00"
(format nil "~,,9:$|~,,9@$|~,,9:@$" -3.14159 3.0 3.0)  ;=> "-    3.14|    +3.00|+    3.00"
(format nil "~,,5$" "x")                               ;=> "    x"

;;;; layout directives count lines and columns
(format nil "a~%b~2%c~0%d")           ;=> "a\nb\n\ncd"
(format nil "~&a~&~&b~3&c~%~&d~0&e")  ;=> "a\nb\n\n\nc\nde"
(format nil "~~|~3~")                 ;=> "~|~~~"
(format nil "~|")                     ;=> "\xc;"
(format nil "ab~5tc|~5td")            ;=> "ab   c| d"
(format nil "abcdef~3,4tg")           ;=> "abcdef g"
(format nil "abc~3tg")                ;=> "abc g"
(format nil "abc~2,0tg")              ;=> "abcg"
(format nil "ab~2@tc")                ;=> "ab  c"
(format nil "ab~1,4@tc")              ;=> "ab  c"
(format nil "x~%ä~3tb")               ;=> "x\nä  b"
(format nil "one ~\n   two")          ;=> "one two"
(format nil "one ~:\n   two")         ;=> "one    two"
(format nil "one ~@\n   two")         ;=> "one \ntwo"

;;;; arguments can be skipped and taken again
(format nil "~a ~*~a" 1 2 3)               ;=> "1 3"
(format nil "~a ~:*~a" 1)                  ;=> "1 1"
(format nil "~a ~a ~2:*~a" 1 2)            ;=> "1 2 1"
(format nil "~a ~a ~@*~a" 1 2)             ;=> "1 2 1"
(format nil "~2@*~a ~1@*~a" 1 2 3)         ;=> "3 2"
(format nil "~2*~a" 1 2 3)                 ;=> "3"
(format nil "~a" 1 2)                      ;=> "1"
(format nil "~? ~a" "<~a ~a>" '(1 2) 3)    ;=> "<1 2> 3"
(format nil "~@? ~a" "<~a ~a>" 1 2 3)      ;=> "<1 2> 3"
(format nil "~?~a" "~a~^~a" '(1) 3)        ;=> "13"
(format nil "~d cell~:p, ~d cell~:p" 1 2)  ;=> "1 cell, 2 cells"
(format nil "~d tr~:@p, ~d tr~:@p" 1 0)    ;=> "1 try, 0 tries"
(format nil "~p~@p" 1.0 1)                 ;=> "sy"

;;;; case is changed between parentheses
(format nil "~(Naked SINGLE~)")           ;=> "naked single"
(format nil "~:(naked SINGLE, x-wing~)")  ;=> "Naked Single, X-Wing"
(format nil "~@( naked SINGLE~)!")        ;=> " Naked single!"
(format nil "~:@(straße ~a~)" 'row)       ;=> "STRASSE ROW"
(format nil "~@(~r~) ~:@(~r~)" 21 3)      ;=> "Twenty-one THREE"
(format nil "~(A~:@(b~)C~)D")             ;=> "abcD"

;;;; conditionals choose a clause
(format nil "~[zero~;one~;two~]" 0)                           ;=> "zero"
(format nil "~[zero~;one~;two~]" 2)                           ;=> "two"
(format nil "<~[zero~;one~;two~]>" 3)                         ;=> "<>"
(format nil "<~[zero~;one~]>" -1)                             ;=> "<>"
(format nil "~[zero~;one~:;many~]" -1)                        ;=> "many"
(format nil "~[zero~:;many~]" 123456789012345678901234567890)  ;=> "many"
(format nil "~1[zero~;one ~a~] ~a" "x" "y")                   ;=> "one x y"
(format nil "~#[none~;one ~a~;~a and ~a~:;many~]" 1 2)        ;=> "1 and 2"
(format nil "~v[a~;b~]" 1)                                    ;=> "b"
(format nil "~:[no~;yes~] ~:[no~;yes~]" nil 0)                ;=> "no yes"
(format nil "~@[x=~a ~]~@[y=~a ~]~a" 5 nil 7)                 ;=> "x=5 7"
(format nil "~[~:[a~;b~]~;c~]" 0 t)                           ;=> "b"
(format nil "~[~]" 0)                                         ;=> ""

;;;; iteration takes lists or the arguments apart
(format nil "~{~a ~}" '(1 2 3))                     ;=> "1 2 3 "
(format nil "~{~a~^, ~}." '(1 2 3))                 ;=> "1, 2, 3."
(format nil "<~{~a~}>" nil)                         ;=> "<>"
(format nil "~{~a=~a~^ ~}" '(a 1 b 2))              ;=> "a=1 b=2"
(format nil "~2{~a ~}~a" '(1 2 3) "x")              ;=> "1 2 x"
(format nil "<~0{~a~}>" '(1 2 3))                   ;=> "<>"
(format nil "<~{x~:}>" nil)                         ;=> "<x>"
(format nil "<~0{x~:}>" nil)                        ;=> "<>"
(format nil "~:{(~a ~a)~}" '((1 2) (3 4)))          ;=> "(1 2)(3 4)"
(format nil "~1:{(~a ~a)~}~a" '((1 2) (3 4)) 5)     ;=> "(1 2)5"
(format nil "~:{~a~^-~a ~}" '((1 2) (3) (4 5)))     ;=> "1-2 34-5 "
(format nil "~:{~a~:^, ~}" '((1) (2)))              ;=> "1, 2"
(format nil "<~:{x~:}>" nil)                        ;=> "<x>"
(format nil "~@{~a~^ ~}" 1 2 3)                     ;=> "1 2 3"
(format nil "~2@{~a~}|~a" 1 2 3)                    ;=> "12|3"
(format nil "~:@{~a~a ~}" '(1 2) '(3 4))            ;=> "12 34 "
(format nil "~1:@{~a~a ~}~a" '(1 2) 9)              ;=> "12 9"
(format nil "~{~{~a~^ ~}~^|~}" '((1 2 3) (4 5 6)))  ;=> "1 2 3|4 5 6"
(format nil "~{~}~a" "<~a>" '(1 2 3) 9)             ;=> "<1><2><3>9"
(format nil "~@{~}" "~a~^," 1 2)                    ;=> "1,2"
(format nil "~{~a ~#[~;and ~:;, ~]~}" '(1 2 3))     ;=> "1 , 2 and 3 "
(format nil "~{~?~}" '("[~a]" (1) "~a!" (2)))       ;=> "[1]2!"
(format nil "~{~@(~a~^ ~a~)!~}" '(ab CD ef))        ;=> "Ab cd!Ef"

;;;; escaping ends the innermost text
(format nil "done~^, ~d warning~:p~^, ~d error~:p")      ;=> "done"
(format nil "done~^, ~d warning~:p~^, ~d error~:p" 3)    ;=> "done, 3 warnings"
(format nil "done~^, ~d warning~:p~^, ~d error~:p" 1 5)  ;=> "done, 1 warning, 5 errors"
(format nil "a~0^b")                                     ;=> "a"
(format nil "a~1^b")                                     ;=> "ab"
(format nil "a~v,3^b~v,3^c" 2 3)                         ;=> "ab"
(format nil "a~1,2,3^b")                                 ;=> "a"
(format nil "a~3,2,1^b")                                 ;=> "ab"
(format nil "~:(ab~^cd~)")                               ;=> "Ab"
(format nil "~{~a~#,1^-~}" '(1 2 3))                     ;=> "1-2"

;;;; justification spreads segments
(format nil "~10<foo~;bar~>")                   ;=> "foo    bar"
(format nil "~10:<foo~;bar~>")                  ;=> "  foo  bar"
(format nil "~10@<foo~;bar~>|")                 ;=> "foo  bar  |"
(format nil "~10:@<foobar~>|")                  ;=> "  foobar  |"
(format nil "~10<foobar~>")                     ;=> "    foobar"
(format nil "~10@<foobar~>|")                   ;=> "foobar    |"
(format nil "~10,,,'*<~a~;~a~;~a~>" 1 2 3)      ;=> "1***2****3"
(format nil "~4,3<abc~;def~>")                  ;=> "abc def"
(format nil "~,,2<abc~;def~>")                  ;=> "abc  def"
(format nil "~10<a~;b~^~;c~>")                  ;=> "         a"
(format nil "~<~%;; ~,10:;abc~;def~>")          ;=> "abcdef"
(format nil "12345678~<~%;; ~,10:;abc~;def~>")  ;=> "12345678\n;; abcdef"

;;;; errors name directive position and string
(format nil "ab ~a ~d" 1)                ;!! bad-value no argument left for ~D at position 6 of "ab ~a ~d"
(format nil "ö~:!")                      ;!! bad-value ~:! at position 1 of "ö~:!" is no directive
(format nil "~5")                        ;!! bad-value the directive at position 0 of "~5" is not complete
(format nil "~'")                        ;!! bad-value the directive at position 0 of "~'" is not complete
(format nil "a~{~a")                     ;!! bad-value ~{ at position 1 of "a~{~a" is never closed
(format nil "~a~]")                      ;!! bad-value ~] at position 2 of "~a~]" closes nothing
(format nil "~(~}")                      ;!! bad-value ~} at position 2 of "~(~}" does not close ~( at position 0
(format nil "~;")                        ;!! bad-value ~; at position 0 of "~;" is outside ~[ ~] and ~< ~>
(format nil "~{~;~}")                    ;!! bad-value ~; at position 2 of "~{~;~}" is outside ~[ ~] and ~< ~>
(format nil "~:[a~]")                    ;!! bad-value ~:[ at position 0 of "~:[a~]" needs 2 clause(s), not 1
(format nil "~[a~:;b~;c~]")              ;!! bad-value ~; at position 7 of "~[a~:;b~;c~]" follows the default clause
(format nil "~1,2%")                     ;!! bad-value ~% at position 0 of "~1,2%" takes at most 1 parameter(s), not 2
(format nil "~'xd" 1)                    ;!! bad-value ~D at position 0 of "~'xd" needs an integer as parameter 1
(format nil "~5,5d" 1)                   ;!! bad-value ~D at position 0 of "~5,5d" needs a character as parameter 2
(format nil "~3*" 1)                     ;!! bad-value ~* at position 0 of "~3*" goes beyond the arguments
(format nil "~:*")                       ;!! bad-value ~:* at position 0 of "~:*" goes beyond the arguments
(format nil "~:p")                       ;!! bad-value ~:P at position 0 of "~:p" has no argument before it
(format nil "~:^")                       ;!! bad-value ~:^ at position 0 of "~:^" is outside ~:{
(format nil "~37r" 1)                    ;!! bad-value ~R at position 0 of "~37r" needs a radix from 2 to 36, not 37
(format nil "~99999999999999999999d" 1)
;!! bad-value the directive at position 0 of "~99999999999999999999d" has a parameter that is no integer of 64 bits
(format nil "~c" 1)  ;!! wrong-type
(format nil "~{~a~}" 5)  ;!! wrong-type
(format nil "~[a~]" "x")  ;!! wrong-type
(format nil "~?" 1)  ;!! wrong-type
(format nil "~va" "x")  ;!! wrong-type
(format nil "~:{~a~}" '(1 2))  ;!! wrong-type

;;;; scaling away every digit is cheap
; limits: ticks=1000
(format nil "~,0,-9223372036854775807f" 1e300)  ;=> "0."
(format nil "~,2,-9223372036854775807f" 1/3)    ;=> "0.00"

;;;; circular arguments are an error
(setq l (list 1))
(set-cdr! l l)
(format nil "~{~a~}" l)    ;!! wrong-type
(format nil "~?" "~a" l)   ;!! wrong-type
(format nil "~{x~:}" l)    ;!! wrong-type

;;;; a recursive control string is an error
(apply format nil (map-with (lambda (i) "~@?") (iota 200)))  ;!! bad-value
