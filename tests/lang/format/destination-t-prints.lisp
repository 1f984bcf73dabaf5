(format t "~a~%" 'hello)                 ;=> nil
;>> hello
(format nil "~a")                        ;!! bad-value no argument left
(format nil "~q" 1)                      ;!! bad-value
(format 5 "x")                           ;!! wrong-type
