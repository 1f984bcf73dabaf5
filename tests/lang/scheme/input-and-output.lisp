; Ports.
(require 'scheme)
(call-with-output-string (lambda (port) (write '(a "b" #\c) port) (display "d" port) (newline port)))  ;=> "(a \"b\" #\\c)d\n"
(with-output-to-string (lambda () (display '("x" #\y))))             ;=> "(x y)"
(define in (open-input-string "(a . b) 42 \"text\" rest of line\nlast"))
(list (read in) (read in) (read in) (read-char in) (read-line in) (read-line in) (eof-object? (read-line in)))  ;=> ((a . b) 42 "text" #\space "rest of line" "last" t)
(read (open-input-string "'(t nil)"))                                ;=> '(|t| |nil|)
(eof-object? (read (open-input-string "")))                          ;=> t
(begin (call-with-output-file "data.txt" (lambda (p) (write '(1 2) p))) (call-with-input-file "data.txt" read))  ;=> (1 2)
(guard (e ((file-error? e) 'no-such-file)) (open-input-file "missing.txt"))  ;=> no-such-file
(write-string "abc")   ;>> abc
(open-binary-input-file "a")  ;!! user-error files of bytes are not supported
(list (number? (current-jiffy)) (jiffies-per-second))                ;=> (t 1000000)
