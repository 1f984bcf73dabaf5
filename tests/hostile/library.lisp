; limits: time=0.3 memory=64M

; Brackets of JSON without an end.
(require 'json) (json-decode (string-repeat "[" 20000000)) ;!! bad-value out-of-memory

; A long text in JSON.
(require 'json) (json-decode (string-append "[" (string-repeat "1," 5000000) "1]")) ;!! out-of-memory out-of-time

; Objects inside each other, and as many keys.
(require 'json) (json-decode (string-append (string-repeat "{\"a\":" 60000) "1" (string-repeat "}" 60000))) ;=>

; A number of half a million digits, read and shown. Of a million, one step of showing takes so long that slow machines
; are beyond the limit by more than is allowed.
(require 'json) (json-decode (make-string 500000 #\7)) ;??

; A string of megabytes with escapes.
(require 'json) (json-decode (string-append "\"" (string-repeat "\\n" 5000000) "\"")) ;??

; A value that contains itself, in each container.
(require 'json) (let ((a (make-array 2 0))) (aset a 1 (list (list->table (list (list "x" a))))) (json-encode a)) ;!! bad-value

; A value that is written for ever: each level has the one below it twice.
(require 'json) (let ((l '(1))) (dotimes (i 60) (setq l (list l l))) (json-encode l)) ;!! out-of-memory out-of-time

; Lists a million deep are written.
(require 'json) (let ((l nil)) (while t (setq l (list l)) (when (= 0 (random 500000)) (json-encode l)))) ;!! out-of-memory out-of-time

; An array with many dimensions.
(require 'json) (json-encode (make-array '(10 10 10 10 10 10) 0)) ;??

; Indenting deeply.
(require 'json) (let ((l nil)) (dotimes (i 100000) (setq l (list l))) (json-encode l 16)) ;!! out-of-memory out-of-time

; A pattern that others search for ever.
(require 'regex) (regexp-match? "^(a+)+$" (string-append (make-string 100000 #\a) "b")) ;=> nil

; A pattern with states beyond counting.
(require 'regex) (regexp-match? "(a|b)*a(a|b){200}c" (string-repeat "ab" 3000)) ;=> nil

; Repetitions of repetitions.
(require 'regex) (regexp-match "((((a{100}){100}){100}){100}){100}" "a") ;!! bad-value

; Classes of all characters, very often.
(require 'regex) (regexp-match "\\w{1000}" "a") ;!! bad-value

; Brackets nested deeply in a pattern.
(require 'regex) (regexp-match (string-append (string-repeat "(" 5000) (string-repeat ")" 5000)) "a") ;!! bad-value

; A pattern as long as the memory.
(require 'regex) (regexp-match (make-string 10000000 #\a) "a") ;!! bad-value

; Every turn has a pattern of its own.
(require 'regex) (let ((i 0)) (while t (setq i (+ i 1)) (regexp-match? (string "(\\w+)" i) "a1"))) ;!! out-of-time

; Groups in a match as long as the text.
(require 'regex) (regexp-match "(\\w|\\d|\\s){0,400}((.|\\n)*)" (make-string 5000000 #\a)) ;!! too-complex bad-value

; Matches at every place, each of which looks at the whole rest.
(require 'regex) (regexp-match* "a.*b|a" (make-string 1000000 #\a)) ;!! out-of-time

; Word boundaries in a long text that is not ASCII.
(require 'regex) (regexp-match* "\\bx\\b" (string-repeat "é " 3000000)) ;!! too-complex out-of-time

; A replacement that doubles the text, again and again.
(require 'regex) (let ((s "a")) (while t (setq s (regexp-replace* "a" s "\\0\\0")))) ;!! out-of-memory out-of-time

; A replacement that never answers.
(require 'regex) (regexp-replace* "a" "aaa" (lambda (m) (while t))) ;!! out-of-time

; Waiting for ever.
(sleep 1000000000) ;!! out-of-time

; Waiting again and again, for no time.
(while t (sleep 0)) ;!! out-of-time

; Waiting for a time that is none.
(sleep (/ 0. 0.)) ;!! bad-value

; A date beyond all calendars.
(require 'date) (list (catch-and-apply 'error (lambda (tag c) 'no) (date-parts (expt 10 1000))) (make-date 2024 1 1)) ;??

; A format of megabytes.
(require 'date) (format-date 0 (string-repeat "%c" 10000000)) ;!! bad-value

; Widths in a format.
(require 'date) (string-length (format-date 0 (string-repeat "%255Y" 200))) ;=>

; A text of megabytes that is no date.
(require 'date) (parse-date (make-string 10000000 #\1)) ;=> nil

; Directories that cannot be made.
(make-directory "/dev/null/d") ;!! file

; A path that is no directory is listed.
(list-directory "/dev/null") ;!! file
