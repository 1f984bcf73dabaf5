(number->string 5)                   ;=> "5"
(string->number "2.5")               ;=> 2.5
(string->list "abc")                 ;=> (#\a #\b #\c)
(list->string '(#\a #\b))            ;=> "ab"
(string 1 "a" 'b)                    ;=> "1ab"
(string-trim "  a b ")               ;=> "a b"
(string-pad-left "7" 3)              ;=> "  7"
(list->string '(1))                  ;!! wrong-type
