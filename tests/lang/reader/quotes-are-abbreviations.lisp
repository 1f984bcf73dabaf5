''a                                      ;=> 'a
(first ''a)                              ;=> quote
(first '`a)                              ;=> quasi-quote
(first ',a)                              ;=> unquote
(first ',@a)                             ;=> unquote-splicing
'(quote a b)                             ;=> (quote a b)
'(a . 'b)                                ;=> (a quote b)
