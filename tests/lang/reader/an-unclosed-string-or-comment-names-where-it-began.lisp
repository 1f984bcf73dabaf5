(print "abc)                             ;!! unclosed @1:8 string
#| comment                               ;!! unclosed @2:1 comment
'|name in bars                           ;!! unclosed @3:2
(list 1)                                 ;=> (1)
