; limits: time=10 memory=24M

; found: 2026-11-26, by reading large data: buffers were not in the account while values were made. In each
; script something is so large that there may be no memory for it, be it a buffer or a value.

; One list of very many elements.
(let ((n 1000000)) (list (read (string-append "(" (string-repeat "1 " n) ")")) 'done)) ;??

; A list of small lists.
(let ((n 1000000)) (list (read (string-append "(" (string-repeat "(1 . 2) " (quotient n 3)) ")")) 'done)) ;??

; Nothing but opening parentheses.
(let ((n 1000000)) (list (read (string-append (string-repeat "(" n) (string-repeat ")" n))) 'done)) ;??

; A vector of very many elements.
(let ((n 1000000)) (list (read (string-append "#(" (string-repeat "1 " n) ")")) 'done)) ;??

; Strings in a list.
(let ((n 1000000)) (list (read (string-append "(" (string-repeat "\"ab\" " (quotient n 6)) ")")) 'done)) ;??

; A long string.
(let ((n 1000000)) (list (read (string-append "\"" (make-string n #\a) "\"")) 'done)) ;??

; A program that is one list.
(let ((n 1000000)) (list (eval (read (string-append "'(" (string-repeat "(1 . 2) " (quotient n 3)) ")"))) 'done)) ;??

; Words.
(let ((n 1000000)) (list (string-split (string-repeat "a " n)) 'done)) ;??

; Text between letters.
(let ((n 1000000)) (list (string-split (make-string n #\a) "a") 'done)) ;??

; A text that grows by replacing.
(let ((n 1000000)) (list (string-replace (make-string n #\a) "a" "bbbbbbbbb") 'done)) ;??

; Upper case of more bytes.
(let ((n 1000000)) (list (string-upcase (make-string n #\ß)) 'done)) ;??

; Words joined.
(let ((n 1000000)) (list (string-join (string-split (string-repeat "a " n)) "-----") 'done)) ;??

; Output that is kept.
(let ((n 1000000)) (list (with-output-to-string (dotimes (i n) (display '(a b c)))) 'done)) ;??

; A format of a list.
(let ((n 1000000)) (list (format nil "~{~a,~}" (iota (quotient n 6))) 'done)) ;??

; A format of a list as a whole.
(let ((n 1000000)) (list (format nil "~a ~s" (iota n) (iota n)) 'done)) ;??

; A width.
(let ((n 1000000)) (list (format nil "~vd" n 1) 'done)) ;??

; A long list, written.
(let ((n 1000000)) (list (write (iota n) (open-output-string)) 'done)) ;??

; A deep list, written.
(let ((n 1000000)) (list (let ((l nil)) (dotimes (i n) (setq l (list l))) (write l (open-output-string))) 'done)) ;??

; Lines of a text.
(let ((n 1000000)) (list (progn (write-file "l.txt" (string-repeat "a\n" n)) (read-lines "l.txt")) 'done)) ;??

; A file.
(let ((n 1000000)) (list (progn (write-file "l.txt" (string-repeat "a\n" n)) (let ((p (open-input-file "l.txt"))) (until (eof-object? (read-line p))))) 'done)) ;??

; An array of JSON.
(require 'json) (let ((n 1000000)) (list (json-decode (string-append "[" (string-repeat "1," n) "1]")) 'done)) ;??

; Arrays and objects of JSON.
(require 'json) (let ((n 1000000)) (list (json-decode (string-append "[" (string-repeat "[1,{\"a\":2}]," (quotient n 6)) "1]")) 'done)) ;??

; A list as JSON.
(require 'json) (let ((n 1000000)) (list (json-encode (iota n)) 'done)) ;??

; A string as JSON.
(require 'json) (let ((n 1000000)) (list (json-encode (make-string n #\")) 'done)) ;??

; All matches.
(require 'regex) (let ((n 1000000)) (list (regexp-match* "a" (make-string n #\a)) 'done)) ;??

; A text that grows at its matches.
(require 'regex) (let ((n 1000000)) (list (regexp-replace* "a" (make-string n #\a) "bbbbbbbbb") 'done)) ;??

; A list, reversed.
(let ((n 1000000)) (list (reverse (iota n)) 'done)) ;??

; Arguments.
(let ((n 1000000)) (list (apply list (iota n)) 'done)) ;??

; A table with its keys.
(let ((n 1000000)) (list (let ((h (make-table))) (dotimes (i n) (table-set! h i i)) (table-keys h) (table->list h)) 'done)) ;??

; Deep equal lists.
(let ((n 1000000)) (list (let ((a nil) (b nil)) (dotimes (i n) (setq a (list a) b (list b))) (equal? a b)) 'done)) ;??
