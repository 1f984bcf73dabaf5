'Abc                                 ;=> Abc
(= 'abc 'ABC)                        ;=> nil
(= 'abc (string->symbol "abc"))      ;=> t
(symbol->string 'abc)                ;=> "abc"
(string->symbol "with blank")        ;=> |with blank|
'|a b|                               ;=> |a b|
(symbol-append 'a 'b)                ;=> ab
