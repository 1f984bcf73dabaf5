; Strings: the rest of SRFI 13. A part of a string is given by the positions of its begin and end.

(defproc %part (string &optional start end)
  "A part of a string; the whole if no positions are given."
  (if (or start end) (substring string (or start 0) (%end end string)) string))

(defproc string= (a b &optional start-a end-a start-b end-b)
  "Returns whether the strings, or parts of them, are the same.

(if (string= \"abc\" \"xbc\" 1 3 1 3) 'same 'other)  ;=> same"
  (string=? (%part a start-a end-a) (%part b start-b end-b)))

(defproc string<> (a b &optional start-a end-a start-b end-b)
  "Returns whether the strings, or parts of them, are not the same.

(if (string<> \"a\" \"b\") 'other 'same)  ;=> other"
  (not (string=? (%part a start-a end-a) (%part b start-b end-b))))

(defproc string< (a b &optional start-a end-a start-b end-b)
  "Returns whether the first string, or part, is before the second.

(if (string< \"a\" \"b\") 'before 'not-before)  ;=> before"
  (string<? (%part a start-a end-a) (%part b start-b end-b)))

(defproc string> (a b &optional start-a end-a start-b end-b)
  "Returns whether the first string, or part, is after the second.

(if (string> \"b\" \"a\") 'behind 'not-behind)  ;=> behind"
  (string>? (%part a start-a end-a) (%part b start-b end-b)))

(defproc string<= (a b &optional start-a end-a start-b end-b)
  "Returns whether the first string, or part, is not after the second.

(if (string<= \"a\" \"a\") 'yes 'no)  ;=> yes"
  (string<=? (%part a start-a end-a) (%part b start-b end-b)))

(defproc string>= (a b &optional start-a end-a start-b end-b)
  "Returns whether the first string, or part, is not before the second.

(if (string>= \"a\" \"a\") 'yes 'no)  ;=> yes"
  (string>=? (%part a start-a end-a) (%part b start-b end-b)))

(defproc string-ci= (a b &optional start-a end-a start-b end-b)
  "Returns whether the strings, or parts of them, are the same but for case.

(if (string-ci= \"aB\" \"Ab\") 'same 'other)  ;=> same"
  (string-ci=? (%part a start-a end-a) (%part b start-b end-b)))

(defproc string-ci<> (a b &optional start-a end-a start-b end-b)
  "Returns whether the strings, or parts of them, are not the same even without case.

(if (string-ci<> \"aB\" \"Ab\") 'other 'same)  ;=> same"
  (not (string-ci=? (%part a start-a end-a) (%part b start-b end-b))))

(defproc string-ci< (a b &optional start-a end-a start-b end-b)
  "Returns whether the first string, or part, is before the second, but for case.

(if (string-ci< \"a\" \"B\") 'before 'not-before)  ;=> before"
  (string-ci<? (%part a start-a end-a) (%part b start-b end-b)))

(defproc string-ci> (a b &optional start-a end-a start-b end-b)
  "Returns whether the first string, or part, is after the second, but for case.

(if (string-ci> \"B\" \"a\") 'behind 'not-behind)  ;=> behind"
  (string-ci>? (%part a start-a end-a) (%part b start-b end-b)))

(defproc string-ci<= (a b &optional start-a end-a start-b end-b)
  "Returns whether the first string, or part, is not after the second, but for case.

(if (string-ci<= \"A\" \"a\") 'yes 'no)  ;=> yes"
  (string-ci<=? (%part a start-a end-a) (%part b start-b end-b)))

(defproc string-ci>= (a b &optional start-a end-a start-b end-b)
  "Returns whether the first string, or part, is not before the second, but for case.

(if (string-ci>= \"A\" \"a\") 'yes 'no)  ;=> yes"
  (string-ci>=? (%part a start-a end-a) (%part b start-b end-b)))

(defproc string-compare (a b before same behind &optional (start-a 0) end-a start-b end-b)
  "Calls one of three functions on the position in `a` where the strings begin to differ.

(string-compare \"abc\" \"abd\" (lambda (i) (list 'before i)) (lambda (i) 'same) (lambda (i) 'behind))  ;=> (before 2)"
  (let* ((a (%part a start-a end-a)) (b (%part b start-b end-b)) (at (string-prefix-length a b)))
    ((cond ((string=? a b) same) ((string<? a b) before) (t behind)) (+ start-a at))))

(defproc string-compare-ci (a b before same behind &optional (start-a 0) end-a start-b end-b)
  "Like `string-compare`, without looking at case.

(string-compare-ci \"aB\" \"Ab\" list (lambda (i) (list 'same i)) list)  ;=> (same 2)"
  (let* ((a (string-downcase (%part a start-a end-a)))
         (b (string-downcase (%part b start-b end-b)))
         (at (string-prefix-length a b)))
    ((cond ((string=? a b) same) ((string<? a b) before) (t behind)) (+ start-a at))))

(defproc string-suffix-length (a b)
  "Returns the number of characters that both end with.

(string-suffix-length \"abcd\" \"xcd\")  ;=> 2"
  (string-prefix-length (string-reverse a) (string-reverse b)))

(defproc string-prefix-length-ci (a b)
  "Returns the number of characters that both begin with, but for case.

(string-prefix-length-ci \"aBc\" \"Abx\")  ;=> 2"
  (string-prefix-length (string-downcase a) (string-downcase b)))

(defproc string-suffix-length-ci (a b)
  "Returns the number of characters that both end with, but for case.

(string-suffix-length-ci \"abCD\" \"xcd\")  ;=> 2"
  (string-suffix-length (string-downcase a) (string-downcase b)))

(defproc string-prefix-ci? (prefix string)
  "Returns whether the string begins with a prefix, but for case.

(if (string-prefix-ci? \"AB\" \"abc\") 'yes 'no)  ;=> yes"
  (string-prefix? (%string-foldcase prefix) (%string-foldcase string)))

(defproc string-suffix-ci? (suffix string)
  "Returns whether the string ends with a suffix, but for case.

(if (string-suffix-ci? \"BC\" \"abc\") 'yes 'no)  ;=> yes"
  (string-suffix? (%string-foldcase suffix) (%string-foldcase string)))

(defproc string-skip-right (string what &optional (start 0) end)
  "The position of the last character that is not `what`, or for which it is false, or false.

(string-skip-right \"ab  \" #\\space)  ;=> 1"
  (let ((test (%char-test what)))
    (string-index-right string (lambda (c) (not (test c))) start end)))

(defproc string-contains-ci (string pattern)
  "The position where a string first occurs in another but for case, or false.

(string-contains-ci \"backTRACK\" \"track\")  ;=> 4"
  (string-contains (string-downcase string) (string-downcase pattern)))

(defproc string-titlecase (string &optional start end)
  "The string with the first letter of each word in upper case and the others in lower case.

(string-titlecase \"--capitalize tHIS sentence.\")  ;=> \"--Capitalize This Sentence.\""
  (let loop ((characters (string->list (%part string start end))) (inside #f) (result nil))
    (if (null? characters)
      (list->string (reverse result))
      (let* ((c (car characters)) (letter (char-alphabetic? c)))
        (loop (cdr characters) letter
          (cons (cond ((not letter) c) (inside (char-downcase c)) (t (char-upcase c))) result))))))

(defproc %replace-part (string start end f)
  "Puts what `f` makes of a part of a string in its place."
  (%string-copy! string (or start 0) (f (%part string start end))))

(defproc string-upcase! (string &optional start end)
  "Puts upper case in the place of the letters of a string or part.

(let ((s (string-copy \"abc\"))) (string-upcase! s 1) s)  ;=> \"aBC\""
  (%replace-part string start end (lambda (part) (string-map char-upcase part))))

(defproc string-downcase! (string &optional start end)
  "Puts lower case in the place of the letters of a string or part.

(let ((s (string-copy \"ABC\"))) (string-downcase! s) s)  ;=> \"abc\""
  (%replace-part string start end (lambda (part) (string-map char-downcase part))))

(defproc string-titlecase! (string &optional start end)
  "Makes the words of a string or part begin with upper case.

(let ((s (string-copy \"a word\"))) (string-titlecase! s) s)  ;=> \"A Word\""
  (%replace-part string start end string-titlecase))

(defproc string-map! (f string &optional start end)
  "Replaces each character by what `f` returns for it.

(let ((s (string-copy \"abc\"))) (string-map! char-upcase s) s)  ;=> \"ABC\""
  (%replace-part string start end (lambda (part) (string-map f part))))

(defproc string-concatenate-reverse (strings &optional (last "") end)
  "One string of all, the last of the list first, and of another string after them.

(string-concatenate-reverse '(\"b\" \"a\") \"c\")  ;=> \"abc\""
  (%check (strings list))
  (string-append (apply string-append (reverse strings)) (%part last 0 end)))

(defalias string-concatenate-reverse/shared string-concatenate-reverse)

(defproc string-unfold (stop? char next seed &optional (base "") final)
  "The string of `char` of the seed, of the seed after that, and so on until `stop?` is true of one.

(string-unfold null? car cdr '(#\\a #\\b))  ;=> \"ab\""
  (let loop ((seed seed) (result nil))
    (if (stop? seed)
      (string-append base (list->string (reverse result)) (if final (final seed) ""))
      (loop (next seed) (cons (char seed) result)))))

(defproc string-unfold-right (stop? char next seed &optional (base "") final)
  "Like `string-unfold`, from the end of the string to its beginning.

(string-unfold-right null? car cdr '(#\\a #\\b))  ;=> \"ba\""
  (let loop ((seed seed) (result nil))
    (if (stop? seed)
      (string-append (if final (final seed) "") (list->string result) base)
      (loop (next seed) (cons (char seed) result)))))

(defproc string-for-each-index (f string &optional (start 0) end)
  "Calls `f` on the positions of a string or part.

(string-for-each-index display \"abc\")  ;>> 012"
  (let ((end (%end end string)))
    (let loop ((i start))
      (when (< i end)
        (f i)
        (loop (+ i 1))))))

(defproc xsubstring (string from &optional to (start 0) end)
  "A part of the string that goes on for ever in both directions.

(xsubstring \"abc\" 2 7)   ;=> \"cabca\"
(xsubstring \"abc\" -1 2)  ;=> \"cab\""
  (let* ((part (%part string start end)) (n (string-length part)) (to (or to (+ from n))))
    (string-tabulate (lambda (i) (string-ref part (modulo (+ from i) n))) (- to from))))

(defproc string-xcopy! (target at string from &optional to start end)
  "Puts a part as of `xsubstring` into a string.

(let ((s (make-string 5 #\\-))) (string-xcopy! s 1 \"ab\" 0 3) s)  ;=> \"-aba-\""
  (%string-copy! target at (xsubstring string from to (or start 0) end)))

(defproc string-tokenize (string &optional (token? %graphic?) (start 0) end)
  "The longest parts of which all characters are `token?`: by default all but white space.

(string-tokenize \"two  words\")              ;=> (\"two\" \"words\")
(string-tokenize \"a1b22\" char-numeric?)     ;=> (\"1\" \"22\")"
  (let ((test (%char-test token?)))
    (let loop ((characters (reverse (string->list string start (%end end string)))) (word nil) (result nil))
      (let ((words (lambda () (if (pair? word) (cons (list->string word) result) result))))
        (cond
          ((null? characters) (words))
          ((test (car characters)) (loop (cdr characters) (cons (car characters) word) result))
          (t (loop (cdr characters) nil (words))))))))

(defproc %graphic? (char)
  "Returns whether the character is no white space."
  (not (char-whitespace? char)))

(defproc string-ci-hash (string &optional bound)
  "A number that is the same for strings that differ in case only.

(= (string-ci-hash \"aB\") (string-ci-hash \"Ab\"))  ;=> t"
  (equal-hash (%string-foldcase string) bound))

(defalias string-hash-ci string-ci-hash)
