(setq p (open-input-string "first line\nsecond äöü\r\n(a list) 12 \"x\"\nrest"))
(read-line p)                       ;=> "first line"
(peek-char p)                       ;=> #\s
(read-char p)                       ;=> #\s
(read-string 5 p)                   ;=> "econd"
(read-line p)                       ;=> " äöü"
(read p)                            ;=> (a list)
(list (read p) (read p))            ;=> (12 "x")
(read-char p)                       ;=> #\newline
(read-all p)                        ;=> "rest"
(list (read-char p) (peek-char p))  ;=> (#<end-of-file> #<end-of-file>)
(list (read-line p) (read p) (read-string 1 p))  ;=> (#<end-of-file> #<end-of-file> #<end-of-file>)
(list (read-string 0 p) (read-all p))            ;=> ("" "")
(eof-object? (read-line p))         ;=> t
(= (eof-object) (read-char p))      ;=> t
