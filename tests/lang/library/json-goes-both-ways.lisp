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
