(string-search "b" "abcb")           ;=> 1
(string-search "x" "abc")            ;=> nil
(string-split "a,b,,c" ",")          ;=> ("a" "b" "" "c")
(string-split " a  b ")              ;=> ("a" "b")
(string-join '("a" "b") ", ")        ;=> "a, b"
(string-join nil ",")                ;=> ""
(string-replace "a-b-c" "-" "+")     ;=> "a+b+c"
