'(a . b)                                 ;=> (a . b)
'(a . (b . (c . nil)))                   ;=> (a b c)
'(a b . c)                               ;=> (a b . c)
'(a . nil)                               ;=> (a)
(. a)                                    ;!! bad-token
'(a . )                                  ;!! bad-token
'(a . b c)                               ;!! bad-token
