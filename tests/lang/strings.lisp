;;;; comparing strings
(string<? "abc" "abd")               ;=> t
(string<? "ab" "abc")                ;=> t
(string=? "a" "a")                   ;=> t
(string<? "a" "b" "c")               ;=> t
(string<? "b" "a")                   ;=> nil
(string<? 1 "a")                     ;!! wrong-type

;;;; escapes in strings
"tab\there"                          ;=> "tab\there"
"quote \" and backslash \\"          ;=> "quote \" and backslash \\"
(string-length "\x41;")              ;=> 1
"\x41;"                              ;=> "A"
(string-length "\\n")                ;=> 2
"\q"                                 ;!! bad-token

;;;; searching and splitting
(string-search "b" "abcb")           ;=> 1
(string-search "x" "abc")            ;=> nil
(string-split "a,b,,c" ",")          ;=> ("a" "b" "" "c")
(string-split " a  b ")              ;=> ("a" "b")
(string-join '("a" "b") ", ")        ;=> "a, b"
(string-join nil ",")                ;=> ""
(string-replace "a-b-c" "-" "+")     ;=> "a+b+c"

;;;; strings and other data
(number->string 5)                   ;=> "5"
(string->number "2.5")               ;=> 2.5
(string->list "abc")                 ;=> (#\a #\b #\c)
(list->string '(#\a #\b))            ;=> "ab"
(string 1 "a" 'b)                    ;=> "1ab"
(string-trim "  a b ")               ;=> "a b"
(string-pad-left "7" 3)              ;=> "  7"
(list->string '(1))                  ;!! wrong-type

;;;; strings are immutable text
"a\nb"                               ;=> "a\nb"
(string-length "ab\n")               ;=> 3
(string-append "a" "b" "c")          ;=> "abc"
(concatenate "a" "b")                ;=> "ab"
(substring "abcdef" 2 4)             ;=> "cd"
(string-ref "abc" 1)                 ;=> #\b
(string-ref "abc" 3)                 ;!! index-out-of-range
(substring "abc" 2 1)                ;!! index-out-of-range

;;;; text is counted in characters
(string-length "Rätsel")             ;=> 6
(string-ref "Rätsel" 1)              ;=> #\ä
(substring "Rätsel" 1 3)             ;=> "ät"
(string-upcase "straße")             ;=> "STRASSE"
(string-reverse "äbc")               ;=> "cbä"
(string-length "数独")               ;=> 2
(string-search "独" "数独")          ;=> 1
