#\a                                  ;=> #\a
#\space                              ;=> #\space
#\newline                            ;=> #\newline
#\(                                  ;=> #\(
#\ä                                  ;=> #\ä
#\x41                                ;=> #\A
(char->integer #\A)                  ;=> 65
(integer->char 97)                   ;=> #\a
#\nonsense                           ;!! bad-token
