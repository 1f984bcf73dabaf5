;;;; a byte order mark is skipped
﻿(+ 1 2)  ;=> 3

;;;; a missing parenthesis names where the form began
(defproc f (x)
  (let ((y 1))
    (+ x y))                             ;!! unclosed @5:1 (defproc f
(+ 1 2)                                  ;=> 3
(list (list 1)                           ;!! unclosed @9:1

;;;; a stray parenthesis names its place
(+ 1 2))                                 ;!! stray-parenthesis @12:8
(list 1)                                 ;=> (1)
)                                        ;!! stray-parenthesis @14:1
(defproc f (x)
  (* x x)))                              ;!! stray-parenthesis @16:11 (defproc f
(f 3)                                    ;=> 9

;;;; an unclosed string or comment names where it began
(print "abc)                             ;!! unclosed @20:8 string
#| comment                               ;!! unclosed @21:1 comment
'|name in bars                           ;!! unclosed @22:2
(list 1)                                 ;=> (1)

;;;; arrays of several dimensions are literals
; The reader reads the output of `print` for an array of values.
'#2A((1 2) (3 4))                              ;=> #2A((1 2) (3 4))
(array-dimensions '#2A((1 2 3) (4 5 6)))       ;=> (2 3)
(aref '#2a((a b) (c d)) 1 0)                   ;=> c
(aref '#3A(((1) (2)) ((3) (4))) 1 1 0)         ;=> 4
'#1A(1 2)                                      ;=> #(1 2)
(let ((a (make-array '(2 2) 'x)))
  (equal? (array->list (read (open-input-string (with-output-to-string (write a))))) (array->list a)))  ;=> t
'(#;#2A((1)) 5)                                ;=> (5)
(read (open-input-string "#2A((1 2) (3))"))    ;!! bad-token
(read (open-input-string "#2A"))               ;!! unclosed
(read (open-input-string "#99A(1)"))           ;!! bad-token

;;;; comments of three kinds
(list 1 ; up to the end of the line
      2)                                 ;=> (1 2)
(list 1 #| inside #| nested |# still |# 2)   ;=> (1 2)
(list 1 #;(skipped (datum)) 2)           ;=> (1 2)
(list #;a #;b 1)                         ;=> (1)
#| only a comment |# 5                   ;=> 5
'(a #;b . c)                             ;=> (a . c)

;;;; dotted pairs
'(a . b)                                 ;=> (a . b)
'(a . (b . (c . nil)))                   ;=> (a b c)
'(a b . c)                               ;=> (a b . c)
'(a . nil)                               ;=> (a)
(. a)                                    ;!! bad-token
'(a . )                                  ;!! bad-token
'(a . b c)                               ;!! bad-token

;;;; forms before a reader error are evaluated
(setq a 1)
(setq b 2) )                             ;!! stray-parenthesis @59:12
(list a b)                               ;=> (1 2)
(setq a 10) (list a                      ;!! unclosed @61:13
a                                        ;=> 10

;;;; quotes are abbreviations
''a                                      ;=> 'a
(first ''a)                              ;=> quote
(first '`a)                              ;=> quasi-quote
(first ',a)                              ;=> unquote
(first ',@a)                             ;=> unquote-splicing
'(quote a b)                             ;=> (quote a b)
'(a . 'b)                                ;=> (a quote b)

;;;; square brackets are parentheses
[+ 1 2]                                  ;=> 3
(let ([a 1] [b 2]) (list a b))           ;=> (1 2)
(+ 1 2]                                  ;!! stray-parenthesis @76:7

;;;; vectors are literals
#(1 (a) "s")                             ;=> #(1 (a) "s")
(aref #(1 2) 0)                          ;=> 1
#()                                      ;=> #()
#(1 #(2))                                ;=> #(1 #(2))
'(#(a) b)                                ;=> (#(a) b)

;;;; whitespace of any kind separates
(list 1 2)  ;=> (1 2)
(+ 1　2)  ;=> 3
(list 'a	'b)  ;=> (a b)
'(a
  b)  ;=> (a b)
(first'(1 2))  ;=> 1

;;;; wrong tokens are errors with places
#q                                       ;!! bad-token @94:1
(list 1 #<function>)                     ;!! bad-token @95:9
"\y"                                     ;!! bad-token
(list #)                                 ;!! bad-token @97:7
'                                        ;!! unclosed @98:1

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
