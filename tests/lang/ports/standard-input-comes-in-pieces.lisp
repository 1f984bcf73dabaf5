; The test host gives three characters at a time.
(read-line)                      ;=> "a first line, longer than a piece"
(read)                           ;=> (nested (list "of data" 12345) . end)
(read-char)                      ;=> #\newline
(peek-char)                      ;=> #\ä
(read-string 4)                  ;=> "äöüß"
(list (read) (read))             ;=> (word 12.5)
(read-line (current-input-port)) ;=> ""
(read-all)                       ;=> "last line\n"
(list (read-line) (read) (read-char))  ;=> (#<end-of-file> #<end-of-file> #<end-of-file>)
;; file: standard input
a first line, longer than a piece
(nested (list "of data" 12345) . end)
äöüß word 12.5
last line
