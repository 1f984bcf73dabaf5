; Regular expressions, under the names of Racket. The notation is that of the crate `regex` for Rust, which is nearly
; Perl's: `\d \w \s \b . [a-z] (...) (?:...) | * + ? {2,5} ^ $ (?i)`, all of them for Unicode. There are no references
; back and no looking around, so that a search takes time in proportion to the text, whatever the
; pattern. In a string a backslash is written twice. The patterns that were used last are kept compiled.

(defproc regexp-match? (pattern string)
  "Returns whether the regular expression `pattern` matches a part of `string`.

(regexp-match? \"^[1-9.]{81}$\" (make-string 81 #\\.))  ;=> t
(regexp-match? \"\\\\d\" \"none\")                        ;=> nil
(regexp-match? \"(\" \"text\")                          ;!! bad-value"
  (%regexp-match? pattern string))

(defproc regexp-match (pattern string &optional start)
  "The first match of `pattern` in `string`, from character `start` on: a list of the text that matches and those of the
groups, nil for a group that has no part in it. Nil if there is no match.

(regexp-match \"(\\\\w+)@(\\\\w+)\" \"to: ann@home\")  ;=> (\"ann@home\" \"ann\" \"home\")
(regexp-match \"a(b)?\" \"ac\")                       ;=> (\"a\" nil)
(regexp-match \"x\" \"abc\")                          ;=> nil
(regexp-match \"\\\\d\" \"1 2\" 1)                      ;=> (\"2\")"
  (if start (%regexp-match pattern string start) (%regexp-match pattern string)))

(defproc regexp-match-positions (pattern string &optional start)
  "Like `regexp-match`, but where the texts are: pairs of the position of the first character and that after the last.

(regexp-match-positions \"(b)(c)?\" \"äb\")  ;=> ((1 . 2) (1 . 2) nil)"
  (if start (%regexp-match-positions pattern string start) (%regexp-match-positions pattern string)))

(defproc regexp-match* (pattern string)
  "A list of the texts of all matches of `pattern` in `string`, which do not overlap.

(regexp-match* \"\\\\d+\" \"3 of 12, 7\")  ;=> (\"3\" \"12\" \"7\")
(regexp-match* \"x*\" \"ax\")             ;=> (\"\" \"x\")"
  (%regexp-match* pattern string))

(defproc regexp-replace (pattern string replacement)
  "`string` with the first match of `pattern` replaced. In `replacement`, `\\\\1` is the text of the first group,
`\\\\0` that of the match, and two backslashes are one; or it is a function that is called with the text of the match
and those of the groups, and returns a string.

(regexp-replace \"b+\" \"abba\" \"-\")                          ;=> \"a-a\"
(regexp-replace \"(\\\\w+) (\\\\w+)\" \"one two\" \"\\\\2 \\\\1\")    ;=> \"two one\"
(regexp-replace \"[a-z]+\" \"ab cd\" string-upcase)             ;=> \"AB cd\""
  (if (string? replacement)
    (%regexp-replace pattern string replacement)
    (let ((groups (regexp-match-positions pattern string)))
      (if (null? groups)
        string
        (string-append
          (substring string 0 (car (first groups)))
          (apply replacement (regexp-match pattern string))
          (substring string (cdr (first groups))))))))

(defproc regexp-replace* (pattern string replacement)
  "`string` with all matches of `pattern` replaced, as by `regexp-replace`.

(regexp-replace* \"\\\\s+\" \" a  b \" \"_\")                                                    ;=> \"_a_b_\"
(regexp-replace* \"\\\\d+\" \"1 and 20\" (lambda (n) (number->string (* 2 (string->number n)))))  ;=> \"2 and 40\""
  (if (string? replacement)
    (%regexp-replace* pattern string replacement)
    (string-join (map-with (lambda (piece) (if (string? piece) piece (apply replacement piece)))
                           (%regexp-pieces pattern string)) "")))

(defproc regexp-split (pattern string)
  "A list of the parts of `string` between the matches of `pattern`.

(regexp-split \"\\\\s*,\\\\s*\" \"a , b,c\")  ;=> (\"a\" \"b\" \"c\")
(regexp-split \",\" \"\")                    ;=> (\"\")"
  (%regexp-split pattern string))

(defproc regexp-quote (string)
  "A pattern that matches this text and nothing else.

(regexp-quote \"1+1\")                                ;=> \"1\\\\+1\"
(regexp-match? (regexp-quote \"1+1\") \"11\")           ;=> nil"
  (%regexp-quote string))
