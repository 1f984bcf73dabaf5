(list 1 ; up to the end of the line
      2)                                 ;=> (1 2)
(list 1 #| inside #| nested |# still |# 2)   ;=> (1 2)
(list 1 #;(skipped (datum)) 2)           ;=> (1 2)
(list #;a #;b 1)                         ;=> (1)
#| only a comment |# 5                   ;=> 5
'(a #;b . c)                             ;=> (a . c)
