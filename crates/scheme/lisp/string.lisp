; Strings, characters, symbols.

(defproc %end (end sequence)
  "The end of a part: that of the whole if none is given."
  (or end (if (string? sequence) (string-length sequence) (array-length sequence))))

(defproc string-ci=? (&rest strings)
  "Compares strings without looking at case.

(string-ci=? \"Ab\" \"aB\")  ;=> t"
  (apply string=? (map-with (lambda (s) (%string-foldcase s)) strings)))

(defproc string-ci<? (&rest strings)
  "Compares strings without looking at case.

(string-ci<? \"Ab\" \"aC\")  ;=> t"
  (apply string<? (map-with (lambda (s) (%string-foldcase s)) strings)))

(defproc string-ci>? (&rest strings)
  "Compares strings without looking at case.

(string-ci>? \"Ab\" \"aC\")  ;=> #f"
  (apply string>? (map-with (lambda (s) (%string-foldcase s)) strings)))

(defproc string-ci<=? (&rest strings)
  "Compares strings without looking at case.

(string-ci<=? \"Ab\" \"aB\")  ;=> t"
  (apply string<=? (map-with (lambda (s) (%string-foldcase s)) strings)))

(defproc string-ci>=? (&rest strings)
  "Compares strings without looking at case.

(string-ci>=? \"Ab\" \"aC\")  ;=> #f"
  (apply string>=? (map-with (lambda (s) (%string-foldcase s)) strings)))

(defproc char-ci=? (&rest characters)
  "Compares characters without looking at case.

(char-ci=? #\\A #\\a)  ;=> t"
  (apply char=? (map-with %char-foldcase characters)))

(defproc char-ci<? (&rest characters)
  "Compares characters without looking at case.

(char-ci<? #\\A #\\b)  ;=> t"
  (apply char<? (map-with %char-foldcase characters)))

(defproc char-ci>? (&rest characters)
  "Compares characters without looking at case.

(char-ci>? #\\A #\\b)  ;=> #f"
  (apply char>? (map-with %char-foldcase characters)))

(defproc char-ci<=? (&rest characters)
  "Compares characters without looking at case.

(char-ci<=? #\\A #\\a)  ;=> t"
  (apply char<=? (map-with %char-foldcase characters)))

(defproc char-ci>=? (&rest characters)
  "Compares characters without looking at case.

(char-ci>=? #\\A #\\b)  ;=> #f"
  (apply char>=? (map-with %char-foldcase characters)))

(defproc char->digit (char &optional (radix 10))
  "The value of a digit, or false.

(char->digit #\\7)  ;=> 7
(char->digit #\\x)  ;=> #f"
  (%core-digit-value char radix))

(defalias %core-digit-value core:digit-value)

(defproc char-ascii? (char)
  "Returns whether the character is one of the 128 characters of ASCII.

(char-ascii? #\\a)  ;=> t"
  (< (char->integer char) 128))

(defproc string-map (f string &rest more)
  "The string of the characters that `f` returns for those of the strings.

(string-map char-upcase \"abc\")  ;=> \"ABC\"
(string-map (lambda (a b) (if (char<? a b) a b)) \"adc\" \"bbb\")  ;=> \"abb\""
  (list->string (apply map-with f (string->list string) (map-with string->list more))))

(defproc string-for-each (f string &rest more)
  "Calls `f` on the characters of the strings, side by side.

(string-for-each (lambda (c) (display c \".\")) \"ab\")    ;!! wrong-type
(string-for-each (lambda (c d) (display c)) \"ab\" \"cd\")  ;>> ab"
  (apply for-each f (string->list string) (map-with string->list more)))

(defproc string-count (string what &optional (start 0) end)
  "Returns the number of occurrences of a character, or of characters for which a predicate is true.

(string-count \"banana\" #\\a)              ;=> 3
(string-count \"a1b2\" char-numeric?)      ;=> 2"
  (count-if (%char-test what) (string->list (substring string start (%end end string)))))

(defproc %char-test (what)
  "A character or predicate as a predicate."
  (if (procedure? what) what (lambda (c) (%eq? c what))))

(defproc string-index (string what &optional (start 0) end)
  "The position of the first such character, or false.

(string-index \"a.b\" #\\.)             ;=> 1
(string-index \"ab1\" char-numeric?)   ;=> 2"
  (if (char? what)
    (%char-index string what start (%end end string))
    (let loop ((characters (string->list string start (%end end string))) (i start))
      (cond
        ((null? characters) #f)
        ((what (car characters)) i)
        (t (loop (cdr characters) (+ i 1)))))))

(defalias string-find string-index)
(defalias string-search-char string-index)

(defproc string-rindex (string what &optional (start 0) end)
  "The position of the last such character, or false.

(string-rindex \"a.b.c\" #\\.)  ;=> 3"
  (let ((test (%char-test what)) (end (%end end string)))
    (let loop ((characters (reverse (string->list string start end))) (i (- end 1)))
      (cond
        ((null? characters) #f)
        ((test (car characters)) i)
        (t (loop (cdr characters) (- i 1)))))))

(defalias string-index-right string-rindex)

(defproc string-contains (string pattern &optional (start 0))
  "The position where a string first occurs in another, or false.

(string-contains \"backtrack\" \"track\")  ;=> 4"
  (string-search pattern string start))

(defproc string-search-forward (pattern string start)
  "The position where a string first occurs in another, at `start` or later, or false.

(string-search-forward \"a\" \"banana\" 2)  ;=> 3"
  (%check (pattern string) (string string))
  (string-search pattern string start))

(defproc string-search-backward (pattern string end)
  "The end of the last place before `end` where a string occurs in another, or false.

(string-search-backward \"an\" \"banana\" 6)  ;=> 5"
  (let ((places (string-search-all pattern (substring string 0 end))))
    (if (null? places) #f (+ (last places) (string-length pattern)))))

(defproc string-concatenate (strings)
  "One string of all.

(string-concatenate '(\"a\" \"b\"))  ;=> \"ab\""
  (apply string-append strings))

(defproc string-head (string end)
  "The characters before a position.

(string-head \"abc\" 2)  ;=> \"ab\""
  (substring string 0 end))

(defproc string-tail (string start)
  "The characters from a position on.

(string-tail \"abc\" 2)  ;=> \"c\""
  (substring string start))

(defproc string-take (string count)
  "The first characters.

(string-take \"abc\" 2)  ;=> \"ab\""
  (substring string 0 count))

(defproc string-drop (string count)
  "The string without its first characters.

(string-drop \"abc\" 2)  ;=> \"c\""
  (substring string count))

(defproc string-any (predicate string)
  "Returns whether `predicate` is true of some character.

(string-any char-numeric? \"a1\")  ;=> t"
  (any (%char-test predicate) (string->list string)))

(defproc string-every (predicate string)
  "Returns whether `predicate` is true of every character.

(string-every char-numeric? \"12\")  ;=> t"
  (every (%char-test predicate) (string->list string)))

(defproc string-filter (predicate string)
  "The characters for which `predicate` is true.

(string-filter char-numeric? \"a1b2\")  ;=> \"12\""
  (list->string (filter (%char-test predicate) (string->list string))))

(defproc string-delete (predicate string)
  "The characters for which `predicate` is not true.

(string-delete char-numeric? \"a1b2\")  ;=> \"ab\""
  (list->string (remove-if (%char-test predicate) (string->list string))))

(defproc string-tabulate (f count)
  "The string of what `f` returns for the numbers below `count`.

(string-tabulate (lambda (i) (integer->char (+ 97 i))) 3)  ;=> \"abc\""
  (%check (f function) (count number))
  (list->string (list-tabulate count f)))

(defproc string-reverse! (string)
  "The characters in reverse order.

(string-reverse! \"abc\")  ;=> \"cba\""
  (%check (string string))
  (string-reverse string))

(defproc string->vector (string &optional (start 0) end)
  "A vector of the characters.

(string->vector \"abc\")  ;=> #(#\\a #\\b #\\c)"
  (list->array (string->list string start (%end end string))))

(defproc vector->string (vector &optional (start 0) end)
  "A string of the characters in a vector.

(vector->string (vector #\\a #\\b))  ;=> \"ab\""
  (list->string (array->list (subarray vector start (%end end vector)))))

(defproc symbol<? (a b &rest more)
  "Returns whether the symbols are in alphabetical order.

(symbol<? 'a 'b)  ;=> t"
  (apply string<? (map-with (lambda (s) (symbol->string s)) (list* a b more))))

(defproc symbol=? (a b &rest more)
  "Returns whether all symbols are the same.

(symbol=? 'a 'a)  ;=> t"
  (every? (lambda (x) (%eq? a x)) (cons b more)))

(defproc string->uninterned-symbol (name)
  "A symbol that no text can name.

(symbol? (string->uninterned-symbol \"a\"))  ;=> t"
  (gensym name))

; More of SRFI 13

(defproc string-take-right (string count)
  "The last characters.

(string-take-right \"hello\" 2)  ;=> \"lo\""
  (substring string (- (string-length string) count) (string-length string)))

(defproc string-drop-right (string count)
  "The string without its last characters.

(string-drop-right \"hello\" 2)  ;=> \"hel\""
  (substring string 0 (- (string-length string) count)))

(defproc string-pad (string width &optional (char #\space))
  "The string at the right of a field: spaces before it, or only its last characters.

(string-pad \"42\" 5)     ;=> \"   42\"
(string-pad \"12345\" 3)  ;=> \"345\""
  (let ((length (string-length string)))
    (if (< length width)
      (string-append (make-string (- width length) char) string)
      (substring string (- length width) length))))

(defproc string-skip (string what &optional (start 0) end)
  "The position of the first character that is not `what`, or for which it is false, or false.

(string-skip \"  a\" #\\space)  ;=> 2"
  (let ((test (%char-test what)))
    (string-index string (lambda (c) (not (test c))) start end)))

(defproc string-fold (f init string)
  "Calls `f` on each character and the result so far.

(string-fold cons '() \"abc\")  ;=> (#\\c #\\b #\\a)"
  (fold f init (string->list string)))

(defproc string-fold-right (f init string)
  "Calls `f` on each character, from the last on, and the result so far.

(string-fold-right cons '() \"abc\")  ;=> (#\\a #\\b #\\c)"
  (fold-right f init (string->list string)))

(defproc string-prefix-length (a b)
  "Returns the number of characters that both begin with.

(string-prefix-length \"abcd\" \"abx\")  ;=> 2"
  (let ((end (min (string-length a) (string-length b))))
    (let loop ((i 0))
      (if (and (< i end) (%eq? (string-ref a i) (string-ref b i))) (loop (+ i 1)) i))))

(defproc reverse-list->string (characters)
  "The string of a list of characters, the last first.

(reverse-list->string '(#\\c #\\b))  ;=> \"bc\""
  (%check (characters list))
  (list->string (reverse characters)))

(defalias string-append/shared string-append)
(defalias substring/shared substring)
(defalias string-concatenate/shared string-concatenate)
