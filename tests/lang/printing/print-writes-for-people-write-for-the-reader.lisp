(print "a" 'b 1.5)                       ;=> 1.5
;>> a b 1.5
(progn (display "a" 'b #\c) nil)         ;=> nil
;>> abc
(print)                                  ;=> nil
;>> 
(progn (print '(1 "x")) (print nil) 1)   ;=> 1
;>> (1 x)
;>> nil
(progn (write "a" 'b #\c) nil)           ;=> nil
;>> "a"b#\c
