(char-upcase #\a)                    ;=> #\A
(char-numeric? #\7)                  ;=> t
(char-alphabetic? #\ä)               ;=> t
(char-whitespace? #\space)           ;=> t
(digit-value #\7)                    ;=> 7
(char<? #\a #\b #\c)                 ;=> t
(char-upcase "a")                    ;!! wrong-type
(integer->char -1)                   ;!! wrong-type
