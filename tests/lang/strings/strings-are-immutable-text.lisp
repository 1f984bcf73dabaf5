"a\nb"                               ;=> "a\nb"
(string-length "ab\n")               ;=> 3
(string-append "a" "b" "c")          ;=> "abc"
(concatenate "a" "b")                ;=> "ab"
(substring "abcdef" 2 4)             ;=> "cd"
(string-ref "abc" 1)                 ;=> #\b
(string-ref "abc" 3)                 ;!! index-out-of-range
(substring "abc" 2 1)                ;!! index-out-of-range
