(string<? "abc" "abd")               ;=> t
(string<? "ab" "abc")                ;=> t
(string=? "a" "a")                   ;=> t
(string<? "a" "b" "c")               ;=> t
(string<? "b" "a")                   ;=> nil
(string<? 1 "a")                     ;!! wrong-type
