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

;;;; characters have names
#\a                                  ;=> #\a
#\space                              ;=> #\space
#\newline                            ;=> #\newline
#\(                                  ;=> #\(
#\ä                                  ;=> #\ä
#\x41                                ;=> #\A
(char->integer #\A)                  ;=> 65
(integer->char 97)                   ;=> #\a
#\nonsense                           ;!! bad-token

;;;; functions on characters
(char-upcase #\a)                    ;=> #\A
(char-numeric? #\7)                  ;=> t
(char-alphabetic? #\ä)               ;=> t
(char-whitespace? #\space)           ;=> t
(digit-value #\7)                    ;=> 7
(char<? #\a #\b #\c)                 ;=> t
(char-upcase "a")                    ;!! wrong-type
(integer->char -1)                   ;!! wrong-type

;;;; keywords are no symbols
:a                                   ;=> :a
(keyword? :a)                        ;=> t
(symbol? :a)                         ;=> nil
(keyword? 'a)                        ;=> nil
(= :a ':a)                           ;=> t
(let ((:a 1)) :a)                    ;!! syntax

;;;; names that nobody has any more are forgotten and no others
; limits: memory=16M
; Between evaluations, of some hundred thousand symbols those stay that something has: a list, an array, a table's key and value, a record, a closure, a constant of code, the name of
; a function, a record type and its field, a variable of a module.
(setq listed (list (gensym "listed")))
(setq in-array (make-array 3 (gensym "array")))
(setq in-table (list->table (list (list (gensym "key") (gensym "value")))))
(setq closed (let ((s (gensym "closed"))) (lambda () s)))
(setq in-code (eval (list 'lambda nil (list 'quote (gensym "constant")))))
(setq variable (gensym "variable"))
(eval (list 'setq variable 42))
(setq type (gensym "type"))
(setq field (gensym "field"))
(eval (list 'defrecord type field))
(setq named (let ((name (gensym "named"))) (eval (list 'defproc name () 1)) (list name)))

(defproc all ()
  (list (first listed) (aref in-array 2) (first (table-keys in-table)) (first (table-values in-table)) (closed) (in-code) variable type field (first named)))
(setq names-before (map-with symbol->string (all)))

(defmacro once (x) (let ((v (gensym "v"))) `(let ((,v ,x)) ,v)))
(dotimes (i 40000) (gensym "gone"))   ;=> nil
(dotimes (i 40000) (gensym "gone"))   ;=> nil
(dotimes (i 40000) (gensym "gone"))   ;=> nil
(dotimes (i 40000) (gensym "gone"))   ;=> nil
(dotimes (i 40000) (gensym "gone"))   ;=> nil
(dotimes (i 40000) (gensym "gone"))   ;=> nil
(dotimes (i 40000) (gensym "gone"))   ;=> nil
(dotimes (i 40000) (gensym "gone"))   ;=> nil
(dotimes (i 3000) (eval '(once 1)))
(setq later (gensym "later"))

(= names-before (map-with symbol->string (all)))   ;=> t
(length (remove-duplicates (cons later (all))))    ;=> 11
(eval variable)                                    ;=> 42
((eval (first named)))                             ;=> 1
(member? later (all))                              ;=> nil

;;;; symbols keep their case and are unique
'Abc                                 ;=> Abc
(= 'abc 'ABC)                        ;=> nil
(= 'abc (string->symbol "abc"))      ;=> t
(symbol->string 'abc)                ;=> "abc"
(string->symbol "with blank")        ;=> |with blank|
'|a b|                               ;=> |a b|
(symbol-append 'a 'b)                ;=> ab

;;;; positions count characters
(string-length "größer")                                 ;=> 6
(string-ref "größer" 3)                                  ;=> #\ß
(substring "größer" 2 5)                                 ;=> "öße"
(string-ref "größer" 6)                                  ;!! index-out-of-range
(substring "größer" 3 2)                                 ;!! index-out-of-range
(substring "größer" 0 7)                                 ;!! index-out-of-range
(string-search "ü" "öäöüö")                              ;=> 3
(string-search "ü" "öäöüö" 4)                            ;=> nil
(string-search "ü" "öäöüö" 6)                            ;!! index-out-of-range
(string-index "öäöüö" #\ö 1)                             ;=> 2
(string-search-all "ö" "öäöüö")                          ;=> (0 2 4)

;;;; an empty pattern occurs but is not replaced
(string-search "" "äb" 2)                                ;=> 2
(string-search-all "" "äb")                              ;=> (0 1 2)
(string-replace "äb" "" "äb")                            ;!! bad-value
(string-split "äb" "")                                   ;!! bad-value

;;;; splitting at blanks leaves no empty parts
(string-split "\xa0; one \t two\n")                      ;=> ("one" "two")
(string-split ",a,," #\,)                                ;=> ("" "a" "" "")

;;;; padding fills and cuts on the same side
(string-pad-left "äöü" 5 #\*)                            ;=> "**äöü"
(string-pad-left "äöü" 2 #\*)                            ;=> "öü"
(string-pad-left "äöü" 0 #\*)                            ;=> ""
(string-pad-right "äöü" 5 #\*)                           ;=> "äöü**"
(string-pad-right "äöü" 2 #\*)                           ;=> "äö"

;;;; concatenation joins sequences of one kind
(concatenate "ab" "cd")                                  ;=> "abcd"
(concatenate '(1 2) nil '(1 2))                          ;=> (1 2 1 2)
(concatenate "ab" '(1 2))                                ;!! wrong-type
(concatenate '(1 2) "ab")                                ;!! wrong-type
(concatenate (vector 1) (vector 1))                      ;=> #(1 1)
(let ((l (list #\a))) (set-cdr! l l) (concatenate l))    ;!! wrong-type
(let ((l (list #\a))) (set-cdr! l l) (string-join l))    ;!! wrong-type

;;;; the order of strings is that of character numbers
(string<? "" "Z" "a" "ab" "é" "中" "😀")                 ;=> t
(string>=? "" "Z" "a" "ab" "é" "中" "😀")                ;=> nil
