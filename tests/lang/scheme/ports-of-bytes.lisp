; Ports of bytes, and ports as parameters.
(require 'scheme)
(define in (open-input-bytevector (bytevector 1 2 3 4)))
(list (peek-u8 in) (read-u8 in) (read-bytevector 2 in) (read-u8 in) (eof-object? (read-u8 in)) (eof-object? (read-bytevector 1 in)))
;=> (1 1 #u8(2 3) 4 t t)
(define out (open-output-bytevector))
(write-u8 255 out)
(write-bytevector (bytevector 1 2 3) out 1 2)
(get-output-bytevector out)                       ;=> #u8(255 2)
(map binary-port? (list in out (current-output-port)))   ;=> (t t #f)
(map input-port? (list in out (open-input-string "")))   ;=> (t #f t)
(map textual-port? (list in (open-input-string "")))     ;=> (#f t)
(close-port in)
(read-u8 in)                                      ;!! user-error read-u8: the port is closed
(write-u8 1 in)                                   ;!! user-error write-u8: this is no output port
(read-u8 (open-input-string "a"))                 ;!! user-error read-u8: expected a binary port
(define text (open-output-string))
(parameterize ((current-output-port text)) (display "written") (write 'x))
(display "here")                                  ;>> here
(get-output-string text)                          ;=> "writtenx"
(parameterize ((current-input-port (open-input-string "(a b) c"))) (list (read) (read)))  ;=> ((a b) c)
(call-with-output-string (lambda (p) (write-string "abcdef" p 2 4)))  ;=> "cd"
