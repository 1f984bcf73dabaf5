(require 'common-lisp)
(progn (print 'a) (prin1 "b") (princ "c") (terpri) (write-line "d"))
;>> 
;>> A "b"c
;>> d
(format t "~a|~s|~d|~5d|~,2f|~x|~c|~%~~|~{~a~^,~}|~:[no~;yes~]" 'a "b" 1 2 3.14159 255 #\z '(1 2) nil)
;>> A|"b"|1|    2|3.14|FF|z|
;>> ~|1,2|no
(format nil "~10a|~10@a|~r|~@r|~p" 'left 'right 42 14 2)          ;=> "LEFT      |     RIGHT|forty-two|XIV|s"
(list (princ-to-string '(a "b" #\c)) (prin1-to-string '(a "b" #\c)))  ;=> ("(A b c)" "(A \"b\" #\\c)")
(with-output-to-string (s) (format s "x=~d" 5) (princ 'y s))        ;=> "x=5Y"
(list (read-from-string "(a . (B))") (parse-integer "42") (parse-integer " -7 ") (parse-integer "1f" :radix 16))  ;=> ((a b) 42 -7 31)
(with-input-from-string (in "one (two) 3") (list (read in) (read in) (read in) (read in nil 'end)))  ;=> (one (two) 3 end)
(with-input-from-string (in (format nil "a b~%c")) (list (read-line in) (read-char in) (read-line in nil 'end)))  ;=> ("a b" #\c end)
(list (string-upcase "abc") (string-capitalize "the end") (string-trim " " " x ") (string= "a" "a") (string< "abc" "abd") (string-equal "AB" "ab"))  ;=> ("ABC" "The End" "x" t 2 t)
(list (char-code #\A) (code-char 97) (char-upcase #\a) (digit-char-p #\7) (alpha-char-p #\1) (char= #\a #\a #\a))  ;=> (65 #\a #\A 7 nil t)
(read)                                                              ;!! user-error
(with-open-file (s "x") s)                                          ;!! file
(list (format nil "~a ~s" :title :title) (princ-to-string (list :a 1)))  ;=> ("TITLE :TITLE" "(A 1)")
