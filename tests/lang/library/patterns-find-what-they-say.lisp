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
