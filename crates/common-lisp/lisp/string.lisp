; Common Lisp: characters, strings and symbols.

(defproc %string-text (x)
  "The string that a string, symbol or character stands for."
  (cond
    ((string? x) x)
    ((char? x) (string x))
    ((symbolp x) (symbol-name x))
    (t (%type-error 'string x '(or string symbol character)))))

(defproc string (x)
  "The string that a string, symbol or character stands for.

(string 'abc)  ;=> \"ABC\"
(string #\\a)   ;=> \"a\""
  (%string-text x))

(defproc character (x)
  "The character that a character, or a string or symbol of one character, stands for.

(character \"a\")  ;=> #\\a"
  (if (char? x)
    x
    (let ((text (%string-text x)))
      (if (= (string-length text) 1) (string-ref text 0) (%type-error 'character x 'character)))))

(defproc char (string index)
  "The character of a string at an index.

(char \"abc\" 1)  ;=> #\\b"
  (string-ref string index))

(definline (char string index) (string-ref string index))

(defproc schar (string index)
  "The character of a string at an index.

(schar \"abc\" 1)  ;=> #\\b"
  (string-ref string index))

(definline (schar string index) (string-ref string index))

(defproc make-string (size &key (initial-element #\space) element-type)
  "A string of `size` times one character.

(make-string 3 :initial-element #\\x)  ;=> \"xxx\""
  (make-string size initial-element))

(defproc string-upcase (string &key (start 0) end)
  "The string in upper case.

(string-upcase \"abc\")           ;=> \"ABC\"
(string-upcase \"abc\" :start 1)  ;=> \"aBC\""
  (%change-part string-upcase string start end))

(defproc string-downcase (string &key (start 0) end)
  "The string in lower case.

(string-downcase 'abc)  ;=> \"abc\""
  (%change-part string-downcase string start end))

(defproc nstring-upcase (string &key (start 0) end)
  "The string, changed to upper case.

(let ((s (string #\\a))) (nstring-upcase s) s)  ;=> \"A\""
  (%check (string string))
  (%set-characters string 0 (%change-part string-upcase string start end)))

(defproc nstring-downcase (string &key (start 0) end)
  "The string, changed to lower case.

(nstring-downcase (string 'abc))  ;=> \"abc\""
  (%check (string string))
  (%set-characters string 0 (%change-part string-downcase string start end)))

(defproc nstring-capitalize (string &key (start 0) end)
  "The string, changed to what `string-capitalize` makes of it.

(nstring-capitalize (string 'abc))  ;=> \"Abc\""
  (%check (string string))
  (%set-characters string 0 (string-capitalize string :start start :end end)))

(defproc %change-part (f string start end)
  "The string with a part changed by `f`."
  (let* ((text (%string-text string)) (end (or end (string-length text))))
    (string-append (substring text 0 start) (f (substring text start end)) (substring text end))))

(defproc string-capitalize (string &key (start 0) end)
  "The string with the first letter of each word in upper case, the others in lower case.

(string-capitalize \"hello WORLD\")  ;=> \"Hello World\""
  (%change-part %capitalized string start end))

(defproc %capitalized (text)
  "The text with the first letter of each word in upper case, the others in lower case."
  (let loop ((l (string->list text)) (inside nil) (result nil))
    (if (null? l)
      (list->string (reverse result))
      (let* ((c (first l)) (letter (alphanumericp c)))
        (loop (rest l) letter (cons (if inside (char-downcase c) (char-upcase c)) result))))))

(defproc %trim (bag string left right)
  "The string without characters of the bag at its ends."
  (let* ((bag (%sequence->list 'string-trim bag)) (text (%string-text string)) (out (lambda (c) (member? c bag))))
    (let* ((items (string->list text))
           (items (if left (drop-while out items) items))
           (items (if right (reverse (drop-while out (reverse items))) items)))
      (list->string items))))

(defproc string-trim (bag string)
  "The string without characters of the bag at its ends.

(string-trim \" .\" \" a. b. \")  ;=> \"a. b\""
  (%trim bag string t t))

(defproc string-left-trim (bag string)
  "The string without characters of the bag at its beginning.

(string-left-trim \" \" \"  a \")  ;=> \"a \""
  (%trim bag string t nil))

(defproc string-right-trim (bag string)
  "The string without characters of the bag at its end.

(string-right-trim \" \" \" a  \")  ;=> \" a\""
  (%trim bag string nil t))

; Comparing strings

(defproc %part (string start end)
  "The part of what a string stands for."
  (let ((text (%string-text string)))
    (if (or end (not (= start 0))) (substring text start (or end (string-length text))) text)))

(defproc string= (a b &key (start1 0) end1 (start2 0) end2)
  "Returns whether two strings, symbols or characters have the same text.

(string= \"abc\" \"abc\")           ;=> t
(string= 'abc \"ABC\")            ;=> t
(string= \"abc\" \"xbc\" :start1 1 :start2 1)  ;=> t"
  (= (%part a start1 end1) (%part b start2 end2)))

(definline (string= a b) (= (%string-text a) (%string-text b)))

(defproc string-equal (a b &key (start1 0) end1 (start2 0) end2)
  "Returns whether two strings have the same text, if case does not count.

(string-equal \"abc\" 'Abc)  ;=> t"
  (equalp (%part a start1 end1) (%part b start2 end2)))

(defproc %string-order (before? or-equal a b start)
  "The position, counted from the beginning of the first string, where two texts begin to differ, if the first comes
before the second by `before?`; nil if not. `or-equal` says what equal texts count as, `unequal` that only the
difference counts."
  (let ((at (%first-difference a b)))
    (cond
      ((null? at) (if (eq or-equal t) (+ start (string-length a)) nil))
      ((or (eq or-equal 'unequal) (before? a b)) (+ start at))
      (t nil))))

(defproc string/= (a b &key (start1 0) end1 (start2 0) end2)
  "The position where two strings begin to differ, or nil.

(string/= \"abc\" \"abd\")  ;=> 2"
  (%string-order string<? 'unequal (%part a start1 end1) (%part b start2 end2) start1))

(defproc string< (a b &key (start1 0) end1 (start2 0) end2)
  "The position where two strings begin to differ, if the first comes before the second; nil if not.

(string< \"abc\" \"abd\")              ;=> 2
(string< \"b\" \"a\")                  ;=> nil
(string< \"xab\" \"abc\" :start1 1)    ;=> 3"
  (%string-order string<? nil (%part a start1 end1) (%part b start2 end2) start1))

(defproc string> (a b &key (start1 0) end1 (start2 0) end2)
  "The position where two strings begin to differ, if the first comes after the second; nil if not.

(string> \"b\" \"a\")  ;=> 0"
  (%string-order string>? nil (%part a start1 end1) (%part b start2 end2) start1))

(defproc string<= (a b &key (start1 0) end1 (start2 0) end2)
  "The position where two strings begin to differ, unless the first comes after the second; then nil.

(string<= \"a\" \"a\")  ;=> 1"
  (%string-order string<? t (%part a start1 end1) (%part b start2 end2) start1))

(defproc string>= (a b &key (start1 0) end1 (start2 0) end2)
  "The position where two strings begin to differ, unless the first comes before the second; then nil.

(string>= \"a\" \"b\")  ;=> nil"
  (%string-order string>? t (%part a start1 end1) (%part b start2 end2) start1))

(defproc string-not-equal (a b &key (start1 0) end1 (start2 0) end2)
  "The position where two strings begin to differ, if case does not count, or nil.

(string-not-equal \"abc\" \"ABD\")  ;=> 2"
  (%string-order string<? 'unequal (string-downcase (%part a start1 end1)) (string-downcase (%part b start2 end2))
                 start1))

(defproc string-lessp (a b &key (start1 0) end1 (start2 0) end2)
  "`string<` without regard to case.

(string-lessp \"ABC\" \"abd\")  ;=> 2"
  (%string-order string<? nil (string-downcase (%part a start1 end1)) (string-downcase (%part b start2 end2)) start1))

(defproc string-greaterp (a b &key (start1 0) end1 (start2 0) end2)
  "`string>` without regard to case.

(string-greaterp \"B\" \"a\")  ;=> 0"
  (%string-order string>? nil (string-downcase (%part a start1 end1)) (string-downcase (%part b start2 end2)) start1))

(defproc string-not-greaterp (a b &key (start1 0) end1 (start2 0) end2)
  "`string<=` without regard to case.

(string-not-greaterp \"ABC\" \"abd\")  ;=> 2"
  (%string-order string<? t (string-downcase (%part a start1 end1)) (string-downcase (%part b start2 end2)) start1))

(defproc string-not-lessp (a b &key (start1 0) end1 (start2 0) end2)
  "`string>=` without regard to case.

(string-not-lessp \"ABC\" \"abd\")  ;=> nil"
  (%string-order string>? t (string-downcase (%part a start1 end1)) (string-downcase (%part b start2 end2)) start1))

; Characters

(defproc %in-order? (before? chars key)
  "Returns whether each character is in the order with the next one."
  (let loop ((a (key (first chars))) (l (rest chars)))
    (cond
      ((null? l) t)
      ((before? a (key (first l))) (loop (key (first l)) (rest l)))
      (t nil))))

(defproc %all-different? (chars)
  "Returns whether no character is among the others."
  (cond
    ((null? chars) t)
    ((member? (first chars) (rest chars)) nil)
    (t (%all-different? (rest chars)))))

(defproc %char-argument (x)
  "The argument, which must be a character."
  (if (char? x) x (%type-error 'char x 'character)))

(defproc char/= (char &rest more)
  "Returns whether all the characters are different.

(char/= #\\a #\\b)      ;=> t
(char/= #\\a #\\b #\\a)  ;=> nil"
  (%all-different? (map-with %char-argument (cons char more))))

(defproc char-equal (char &rest more)
  "Returns whether the characters are the same, if case does not count.

(char-equal #\\a #\\A)  ;=> t"
  (%in-order? char=? (cons char more) char-downcase))

(definline (char-equal a b) (char=? (char-downcase a) (char-downcase b)))

(defproc char-not-equal (char &rest more)
  "Returns whether all the characters are different, if case does not count.

(char-not-equal #\\a #\\A)  ;=> nil"
  (%all-different? (map-with char-downcase (cons char more))))

(defproc char-lessp (char &rest more)
  "Returns whether each character comes before the next one, if case does not count.

(char-lessp #\\A #\\b)  ;=> t"
  (%in-order? char<? (cons char more) char-downcase))

(defproc char-greaterp (char &rest more)
  "Returns whether each character comes after the next one, if case does not count.

(char-greaterp #\\b #\\A)  ;=> t"
  (%in-order? char>? (cons char more) char-downcase))

(defproc char-not-greaterp (char &rest more)
  "Returns whether no character comes after the next one, if case does not count.

(char-not-greaterp #\\a #\\A)  ;=> t"
  (%in-order? char<=? (cons char more) char-downcase))

(defproc char-not-lessp (char &rest more)
  "Returns whether no character comes before the next one, if case does not count.

(char-not-lessp #\\a #\\A)  ;=> t"
  (%in-order? char>=? (cons char more) char-downcase))

(defproc standard-char-p (char)
  "Returns whether the character is one that every Common Lisp has.

(standard-char-p #\\a)  ;=> t"
  (or (char=? char #\newline) (and (>= (char->integer char) 32) (< (char->integer char) 127))))

(defproc simple-string-p (object)
  "Returns whether the object is a string.

(simple-string-p \"a\")  ;=> t"
  (string? object))

(defproc alphanumericp (char)
  "Returns whether the character is a letter or a digit.

(alphanumericp #\\7)  ;=> t"
  (or (char-alphabetic? char) (char-numeric? char)))

(defproc digit-char-p (char &optional (radix 10))
  "The number that a digit stands for, or nil.

(digit-char-p #\\7)  ;=> 7
(digit-char-p #\\x)  ;=> nil"
  (digit-value char radix))

(defproc digit-char (number &optional (radix 10))
  "The digit that stands for a number, or nil.

(digit-char 7)      ;=> #\\7
(digit-char 11 16)  ;=> #\\B"
  (if (and (exact-integer? number) (< -1 number radix)) (char-upcase (digit->char number radix)) nil))

(defproc both-case-p (char)
  "Returns whether the character is a letter that has another case.

(both-case-p #\\a)  ;=> t"
  (not (= (char-upcase char) (char-downcase char))))

(defproc graphic-char-p (char)
  "Returns whether the character can be seen.

(graphic-char-p #\\a)  ;=> t"
  (let ((code (char->integer char))) (and (>= code 32) (not (<= 127 code 159)))))

(defproc char-name (char)
  "The name of a character that has one, or nil.

(char-name #\\space)  ;=> \"Space\"
(char-name #\\a)      ;=> nil"
  (%character-name (%char-argument char)))

(defproc name-char (name)
  "The character of that name, or nil.

(name-char \"Space\")  ;=> #\\space"
  (let* ((text (%string-text name)) (found (ignore-errors (%read-from-string (string-append "#\\" text) 0))))
    (if (and found (> (string-length text) 1) (char? (first found))) (first found) nil)))

; Symbols

(defproc symbolp (object)
  "Returns whether the object is a symbol. Keywords, nil and t are.

(symbolp 'a)   ;=> t
(symbolp nil)  ;=> t
(symbolp 1)    ;=> nil"
  (or (symbol? object) (null? object) (= object t) (keyword? object)))

(defproc make-symbol (name)
  "A new symbol that differs from every other one.

(eq (make-symbol \"A\") 'a)                 ;=> nil
(symbol-name (make-symbol \"A\"))           ;=> \"A\""
  (%make-symbol name))

(defproc copy-symbol (symbol &optional copy-properties)
  "A new symbol of the same name that differs from every other one; with `copy-properties`, it has the value, the
function and the properties of the symbol.

(eq (copy-symbol 'a) 'a)         ;=> nil
(symbol-name (copy-symbol 'a))   ;=> \"A\""
  (let ((new (%make-symbol (symbol-name symbol))))
    (when copy-properties
      (when (boundp symbol) (#'set new (symbol-value symbol)))
      (when (fboundp symbol) (%set-function new (symbol-function symbol)))
      (%set-symbol-plist new (copy-list (symbol-plist symbol))))
    new))

(defproc gensym (&optional (prefix "G"))
  "A new symbol that differs from every other one. Its name is the prefix with a number that grows; a number in the
place of the prefix is this number.

(eq (gensym) (gensym))                              ;=> nil
(let ((*gensym-counter* 5)) (list (gensym \"A\")))  ;=> (#:a5)"
  (cond
    ((string? prefix)
      (let ((number *gensym-counter*))
        (setq *gensym-counter* (+ number 1))
        (%make-symbol (string-append prefix (number->string number)))))
    ((and (exact-integer? prefix) (>= prefix 0)) (%make-symbol (string-append "G" (number->string prefix))))
    (t (%type-error "gensym" prefix '(or string unsigned-byte)))))

(setq %gentemp-counter 0)

(defproc gentemp (&optional (prefix "T") package)
  "A new symbol of the package.

(symbolp (gentemp))  ;=> t"
  (setq %gentemp-counter (+ %gentemp-counter 1))
  (let ((name (string-append prefix (number->string %gentemp-counter))) (number (%or-current package)))
    (if (%package-lookup number name) (gentemp prefix package) (first (%package-intern number name)))))

; Reading

(defproc parse-integer (string &key (start 0) end (radix 10) junk-allowed)
  "The integer that a string denotes, and where it ends.

(list (parse-integer \" 42 \"))                  ;=> (42)
(list (parse-integer \"12abc\" :junk-allowed t)) ;=> (12)
(parse-integer \"abc\")                          ;!! user-error"
  (let* ((end (or end (string-length string)))
         (found (%scan-integer string start end radix))
         (integer (first found)))
    (cond
      ((and integer (or junk-allowed (third found)))
        (#'values (if (string? integer) (string->number integer radix) integer) (if junk-allowed (second found) end)))
      (junk-allowed (#'values nil (second found)))
      (t (#'error 'simple-parse-error :format-control "parse-integer: ~s is no integer"
                  :format-arguments (list (substring string start end)))))))

(defproc read-from-string (string &optional (eof-error t) eof-value &key (start 0) end preserve-whitespace)
  "The datum that a string denotes, and where it ends. Partly: `#.`, `#S` and `#C` are not supported.

(list (read-from-string \"(a B 1) c\"))  ;=> ((a b 1))
(list (read-from-string \"\" nil 'end))    ;=> (end)"
  (let ((found (%read-from-string (if end (substring string 0 end) string) start (%reading))))
    (cond
      (found (#'values (first found) (second found)))
      (eof-error (#'error 'end-of-file :stream string))
      (t (#'values eof-value (string-length string))))))
