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
