;;;; destination t prints
(format t "~a~%" 'hello)                 ;=> nil
;>> hello
(format nil "~a")                        ;!! bad-value no argument left
(format nil "~q" 1)                      ;!! bad-value
(format 5 "x")                           ;!! wrong-type

;;;; directives for structure
(format nil "~{~a~^, ~}" '(1 2 3))       ;=> "1, 2, 3"
(format nil "~[zero~;one~:;many~]" 5)    ;=> "many"
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
(format nil "~A" '(1 "b" #\c))               ;=> "(1 b c)"
(format nil "~S" '(1 "b" #\c))               ;=> "(1 \"b\" #\\c)"
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
(format nil "~,2,2f" 0.12345)                            ;=> "12.35"
(format nil "~,1,-2f" 1250.0)                            ;=> "12.5"
(format nil "~,0,-2f ~,0,-2f" 150.0 250.0)               ;=> "2. 2."
(format nil "~5f|~5,2f|" "x" 'ab)                        ;=> "    x|   ab|"

;;;; layout directives count lines and columns
(format nil "a~%b~2%c~0%d")           ;=> "a\nb\n\ncd"
(format nil "~&a~&~&b~3&c~%~&d~0&e")  ;=> "a\nb\n\n\nc\nde"
(format nil "~~|~3~")                 ;=> "~|~~~"
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
(format nil "~d cell~:p, ~d cell~:p" 1 2)  ;=> "1 cell, 2 cells"
(format nil "~d tr~:@p, ~d tr~:@p" 1 0)    ;=> "1 try, 0 tries"
(format nil "~p~@p" 1.0 1)                 ;=> "sy"

;;;; case is changed between parentheses
(format nil "~(Naked SINGLE~)")           ;=> "naked single"
(format nil "~:(naked SINGLE, x-wing~)")  ;=> "Naked Single, X-Wing"
(format nil "~@( naked SINGLE~)!")        ;=> " Naked single!"
(format nil "~:@(straße ~a~)" 'row)       ;=> "STRASSE ROW"
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
(format nil "<~:{x~:}>" nil)                        ;=> "<x>"
(format nil "~@{~a~^ ~}" 1 2 3)                     ;=> "1 2 3"
(format nil "~2@{~a~}|~a" 1 2 3)                    ;=> "12|3"
(format nil "~:@{~a~a ~}" '(1 2) '(3 4))            ;=> "12 34 "
(format nil "~1:@{~a~a ~}~a" '(1 2) 9)              ;=> "12 9"
(format nil "~{~{~a~^ ~}~^|~}" '((1 2 3) (4 5 6)))  ;=> "1 2 3|4 5 6"
(format nil "~{~a ~#[~;and ~:;, ~]~}" '(1 2 3))     ;=> "1 , 2 and 3 "
(format nil "~{~@(~a~^ ~a~)!~}" '(ab CD ef))        ;=> "Ab cd!Ef"

;;;; escaping ends the innermost text
(format nil "done~^, ~d warning~:p~^, ~d error~:p")      ;=> "done"
(format nil "done~^, ~d warning~:p~^, ~d error~:p" 3)    ;=> "done, 3 warnings"
(format nil "done~^, ~d warning~:p~^, ~d error~:p" 1 5)  ;=> "done, 1 warning, 5 errors"
(format nil "~:(ab~^cd~)")                               ;=> "Ab"

;;;; errors name directive position and string
(format nil "ab ~a ~d" 1)                ;!! bad-value no argument left for ~D at position 6 of "ab ~a ~d"
(format nil "ö~:!")                      ;!! bad-value ~:! at position 1 of "ö~:!" is no directive
(format nil "~5")                        ;!! bad-value the directive at position 0 of "~5" is not complete
(format nil "~'")                        ;!! bad-value the directive at position 0 of "~'" is not complete
(format nil "a~{~a")                     ;!! bad-value ~{ at position 1 of "a~{~a" is never closed
(format nil "~a~]")                      ;!! bad-value ~] at position 2 of "~a~]" closes nothing
(format nil "~(~}")                      ;!! bad-value ~} at position 2 of "~(~}" does not close ~( at position 0
(format nil "~;")                        ;!! bad-value ~; at position 0 of "~;" separates no clauses here
(format nil "~{~;~}")                    ;!! bad-value ~; at position 2 of "~{~;~}" separates no clauses here
(format nil "~:[a~]")                    ;!! bad-value ~:[ at position 0 of "~:[a~]" needs 2 clause(s), not 1
(format nil "~[a~:;b~;c~]")              ;!! bad-value ~; at position 7 of "~[a~:;b~;c~]" follows the default clause
(format nil "~1,2%")                     ;!! bad-value ~% at position 0 of "~1,2%" takes at most 1 parameter(s), not 2
(format nil "~'xd" 1)                    ;!! bad-value ~D at position 0 of "~'xd" needs an integer as parameter 1
(format nil "~5,5d" 1)                   ;!! bad-value ~D at position 0 of "~5,5d" needs a character as parameter 2
(format nil "~3*" 1)                     ;!! bad-value ~* at position 0 of "~3*" goes beyond the arguments
(format nil "~:*")                       ;!! bad-value ~:* at position 0 of "~:*" goes beyond the arguments
(format nil "~:p")                       ;!! bad-value ~:P at position 0 of "~:p" has no argument before it
(format nil "~99999999999999999999d" 1)
;!! bad-value the directive at position 0 of "~99999999999999999999d" has a parameter that is no integer of 64 bits
(format nil "~c" 1)  ;!! wrong-type
(format nil "~{~a~}" 5)  ;!! wrong-type
(format nil "~[a~]" "x")  ;!! wrong-type
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
(format nil "~{x~:}" l)    ;!! wrong-type

;;;; directives of Common Lisp alone are none
(format nil "~r" 1)          ;!! bad-value ~R at position 0 of "~r" is no directive
(format nil "~10<a~;b~>")    ;!! bad-value ~< at position 0 of "~10<a~;b~>" is no directive
(format nil "~:a" nil)       ;!! bad-value ~:A at position 0 of "~:a" is no directive
(format nil "~?" "~a" '(1))  ;!! bad-value ~? at position 0 of "~?" is no directive

;;;; an iteration whose text uses no argument is an error
(format nil "~{x~}" '(1 2))        ;!! bad-value never comes to an end
(format nil "~@{~a~:*~}" 1)        ;!! bad-value never comes to an end
(format nil "~3{x~}" '(1 2))       ;=> "xxx"

;;;; brackets have a greatest depth
(defproc nested (depth open close)
  (string-append (string-repeat open depth) "x" (string-repeat close depth)))
(format nil (nested 64 "~(" "~)"))                ;=> "x"
(format nil (nested 65 "~(" "~)"))                ;!! bad-value is nested more than 64 deep
(format nil (nested 64 "~@{" "~^~}") 1)           ;!! bad-value never comes to an end
(format nil (nested 64 "~:[~;" "~]") t)           ;!! bad-value no argument left
(format nil (nested 20000 "~{" "~}") '(1))        ;!! bad-value is nested more than 64 deep
