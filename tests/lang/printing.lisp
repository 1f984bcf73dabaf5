;;;; data print so that they read back
(list 1 1/2 0.5 "s\n" #\a 'sym :key nil t)   ;=> (1 1/2 0.5 "s\n" #\a sym :key nil t)
'(quote a)                               ;=> 'a
'(quasi-quote (a (unquote b)))           ;=> `(a ,b)
(string->symbol "1")                     ;=> |1|
(string->symbol "")                      ;=> ||
(list (string->symbol "a(b") 'c)         ;=> (|a(b| c)
(cons 1 (cons 2 3))                      ;=> (1 2 . 3)

;;;; deep and long data print
(let ((l nil)) (dotimes (i 5) (setq l (list l i))) l)   ;=> (((((nil 0) 1) 2) 3) 4)
(length (string->list (format nil "~s" (iota 1000))))   ;=> 3891
(string-length (format nil "~a" (let ((l nil)) (dotimes (i 10000) (setq l (list l))) l)))  ;=> 20003

;;;; functions and other objects have readable names
car                                      ;=> #<function car>
(lambda (x) x)                           ;=> #<function>
(progn (defproc f (x) x) f)              ;=> #<function f>
if                                       ;=> #<special-operator if>

;;;; output appears in order
(dotimes (i 3) (display i) (newline))
;>> 0
;>> 1
;>> 2
(catch 'x (progn (print 'before) (throw 'x 1) (print 'after)))  ;=> 1
;>> before
(progn (print 1) (first 5))              ;!! wrong-type
;>> 1

;;;; print writes for people write for the reader
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
