'(a b)                  ;=> (a b)
(quote (1 . 2))         ;=> (1 . 2)
''a                     ;=> 'a
(first ''a)             ;=> quote
(= '(1 2) (list 1 2))   ;=> t
'#(a b)                 ;=> #(a b)
