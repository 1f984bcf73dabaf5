;;;; format has all directives of Common Lisp
(require 'common-lisp)
; Directives for structure.
(format nil "~r" 21)                     ;=> "twenty-one"
; Values are written for people or to read back.
(format nil "~a|~s|~w" "x" "x" "x")          ;=> "x|\"x\"|\"x\""
(format nil "~a ~:a" nil nil)                ;=> "NIL ()"
; Characters are bare by name or readable.
(format nil "~:c ~:c" #\space #\a)  ;=> "Space a"
(format nil "~@c ~@c" #\space #\a)  ;=> "#\\Space #\\a"
; Numbers are written in words and roman.
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
(format nil "~3r ~36r" 10 35)             ;=> "101 Z"
(format nil "~16,6,'0r" 48879)            ;=> "00BEEF"
(format nil "~,5r|" 10)                   ;=> "   10|"
(format nil "~r" "x")                     ;=> "x"
; Fixed point numbers are rounded exactly.
(format nil "~7,2e" 0.5)                                 ;=> "5.00e-1"
(format nil "~7,3,,0e" 0.5)                              ;=> ".500e+0"
; Exponents are written with their sign.
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
; General and monetary numbers choose a form.
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
; Layout directives count lines and columns.
(format nil "~|")                     ;=> "\xc;"
; Arguments can be skipped and taken again.
(format nil "~? ~a" "<~a ~a>" '(1 2) 3)    ;=> "<1 2> 3"
(format nil "~@? ~a" "<~a ~a>" 1 2 3)      ;=> "<1 2> 3"
(format nil "~?~a" "~a~^~a" '(1) 3)        ;=> "13"
; Case is changed between parentheses.
(format nil "~@(~r~) ~:@(~r~)" 21 3)      ;=> "Twenty-one THREE"
; Iteration takes lists or the arguments apart.
(format nil "~:{~a~:^, ~}" '((1) (2)))              ;=> "1, 2"
(format nil "~{~}~a" "<~a>" '(1 2 3) 9)             ;=> "<1><2><3>9"
(format nil "~@{~}" "~a~^," 1 2)                    ;=> "1,2"
(format nil "~{~?~}" '("[~a]" (1) "~a!" (2)))       ;=> "[1]2!"
; Escaping ends the innermost text.
(format nil "a~0^b")                                     ;=> "a"
(format nil "a~1^b")                                     ;=> "ab"
(format nil "a~v,3^b~v,3^c" 2 3)                         ;=> "ab"
(format nil "a~1,2,3^b")                                 ;=> "a"
(format nil "a~3,2,1^b")                                 ;=> "ab"
(format nil "~{~a~#,1^-~}" '(1 2 3))                     ;=> "1-2"
; Justification spreads segments.
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
; Errors name directive position and string.
(format nil "~:^")                       ;!! bad-value ~:^ at position 0 of "~:^" is outside ~:{
(format nil "~37r" 1)                    ;!! bad-value ~R at position 0 of "~37r" needs a radix from 2 to 36, not 37
(format nil "~?" 1)  ;!! wrong-type
; Circular arguments are an error.
(defvar l (list 1))
(setf (cdr l) l)
(format nil "~?" "~a" l)   ;!! wrong-type
; A control string in a control string has a greatest depth.
(apply #'format nil (loop repeat 200 collect "~@?"))  ;!! bad-value
(format nil "~10<a~>" 1 2)  ;=> "         a"
