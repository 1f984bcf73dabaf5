;;;; characters have names
#\a                                  ;=> #\a
#\space                              ;=> #\space
#\newline                            ;=> #\newline
#\(                                  ;=> #\(
#\ä                                  ;=> #\ä
#\x41                                ;=> #\A
(char->integer #\A)                  ;=> 65
(integer->char 97)                   ;=> #\a
#\nonsense                           ;!! bad-token

;;;; functions on characters
(char-upcase #\a)                    ;=> #\A
(char-numeric? #\7)                  ;=> t
(char-alphabetic? #\ä)               ;=> t
(char-whitespace? #\space)           ;=> t
(digit-value #\7)                    ;=> 7
(char<? #\a #\b #\c)                 ;=> t
(char-upcase "a")                    ;!! wrong-type
(integer->char -1)                   ;!! wrong-type
