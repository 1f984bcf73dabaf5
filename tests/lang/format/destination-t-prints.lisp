(format t "~a~%" 'hello)                 ;=> nil
;>> hello
(format nil "~a")                        ;!! argument-count
(format nil "~q" 1)                      ;!! bad-value
(format 5 "x")                           ;!! wrong-type
