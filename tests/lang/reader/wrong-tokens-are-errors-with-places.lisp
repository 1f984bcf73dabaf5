#q                                       ;!! bad-token @1:1
(list 1 #<function>)                     ;!! bad-token @2:9
"\y"                                     ;!! bad-token
(list #)                                 ;!! bad-token @4:7
'                                        ;!! unclosed @5:1
