(list 1 1/2 0.5 "s\n" #\a 'sym :key nil t)   ;=> (1 1/2 0.5 "s\n" #\a sym :key nil t)
'(quote a)                               ;=> 'a
'(quasi-quote (a (unquote b)))           ;=> `(a ,b)
(string->symbol "1")                     ;=> |1|
(string->symbol "")                      ;=> ||
(list (string->symbol "a(b") 'c)         ;=> (|a(b| c)
(cons 1 (cons 2 3))                      ;=> (1 2 . 3)
