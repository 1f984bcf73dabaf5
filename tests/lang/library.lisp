;;;; json goes both ways
(require 'json)
; Every value of JSON has one of its own.
(table-keys (json-decode "{\"b\": 1, \"a\": {}}"))     ;=> ("b" "a")
(json-decode "[1, -2.5e3, \"x\\u00e9\\n\\ud83d\\ude00\", null, true, false]") ;=> #(1 -2500.0 "xé\n😀" null t nil)
(json-encode (json-decode "{\"a\":[1,-2.5,\"xé\\n\"],\"b\":{\"c\":null,\"d\":true,\"e\":false,\"f\":[],\"g\":{}}}")) ;=> "{\"a\":[1,-2.5,\"xé\\n\"],\"b\":{\"c\":null,\"d\":true,\"e\":false,\"f\":[],\"g\":{}}}"
(json-decode "123456789012345678901234567890")      ;=> 123456789012345678901234567890
(json-encode (expt 10 30))                          ;=> "1000000000000000000000000000000"
(json-decode " 7 ")                                 ;=> 7
(table-ref (json-decode "{\"a\":1,\"a\":2}") "a")       ;=> 2
(json-encode 0.1)                                   ;=> "0.1"
(json-encode (string #\" #\\ (integer->char 1)))    ;=> "\"\\\"\\\\\\u0001\""
(json-encode (make-array '(2 2 2) 1))               ;=> "[[[1,1],[1,1]],[[1,1],[1,1]]]"
(json-encode (list->table '((:a (1 2)) (b "x"))) 1) ;=> "{\n \"a\": [\n  1,\n  2\n ],\n \"b\": \"x\"\n}"
; The same part may stand at two places.
(let ((l '(1))) (json-encode (list l l)))           ;=> "[[1],[1]]"
; Errors in the text are reported with their place.
(json-decode "[1,\n 2,]")                           ;!! bad-value
(json-decode "")                                    ;!! bad-value
(json-decode "1 2")                                 ;!! bad-value
(json-decode "nul")                                 ;!! bad-value
(json-decode "\"\\x\"")                               ;!! bad-value
(json-decode "1e999")                               ;!! bad-value
(json-decode 5)                                     ;!! wrong-type json-decode: string must be a string, got 5
(json-encode 'word)                                 ;!! wrong-type
(json-encode (list->table '((1 2))))                ;!! wrong-type
(json-encode (/ 0. 0.))                             ;!! wrong-type
(json-encode (cons 1 2))                            ;!! wrong-type
(json-encode 1 100)                                 ;!! bad-value

;;;; json of any depth takes no native stack
; not under: stress: as every level would be gone through once for each further one
(require 'json)
(array? (json-decode (string-append (string-repeat "[" 60000) (string-repeat "]" 60000)))) ;=> t
(json-decode (string-repeat "[" 1000000))           ;!! bad-value
(let ((deep nil)) (dotimes (i 100000) (setq deep (list deep))) (string-length (json-encode deep))) ;=> 200005

;;;; patterns find what they say
(require 'regex)
(regexp-match "(\\d+)-(\\d+)" "from 12-34 on")            ;=> ("12-34" "12" "34")
(regexp-match "(?i)ÉTÉ" "l'été")                          ;=> ("été")
(regexp-match "^b" "ab" 1)                                ;=> nil
(regexp-match "b" "äb" 1)                                 ;=> ("b")
(regexp-match "b" "äb" 3)                                 ;!! index-out-of-range
(regexp-match-positions "é+" "aéé")                       ;=> ((1 . 3))
(regexp-match "a|ab" "ab")                                ;=> ("a")
(regexp-match "a+?" "aaa")                                ;=> ("a")
(regexp-match "(?s)x.*y" "ax\n\ny yb")                    ;=> ("x\n\ny y")
(regexp-match* "\\b\\w+\\b" "one two")                    ;=> ("one" "two")
(regexp-match* "\\b\\w+\\b" "été là")                     ;=> ("été" "là")
(regexp-match* "" "aé")                                   ;=> ("" "" "")
(regexp-match* "a*" "baac")                               ;=> ("" "aa" "")
(regexp-replace* "(a)(b)?" "ab a" "[\\2\\1\\\\]")         ;=> "[ba\\] [a\\]"
(regexp-replace* "x" "axbx" (lambda (all) (string-append "<" all ">"))) ;=> "a<x>b<x>"
(regexp-replace "(.)(.)" "abcd" (lambda (all a b) (string-append b a))) ;=> "bacd"
(regexp-replace* "x" "axbx" (lambda (all) 5))             ;!! wrong-type
(regexp-replace "x" "x" "\\q")                            ;!! bad-value
(regexp-split "[,;] ?" "a, b;c,,d")                       ;=> ("a" "b" "c" "" "d")
(regexp-match? (regexp-quote "a.b*[c]") "xa.b*[c]y")      ;=> t
(regexp-match "(a" "a")                                   ;!! bad-value
(regexp-match "(a)\\1" "aa")                              ;!! bad-value
(regexp-match "(?=a)" "a")                                ;!! bad-value
(regexp-match 5 "a")                                      ;!! wrong-type
; Many patterns in turn: each is what it is.
(let ((n 0)) (dotimes (i 100) (when (regexp-match? (string "^" (modulo i 40) "$") (string (modulo i 40))) (setq n (+ n 1)))) n) ;=> 100
