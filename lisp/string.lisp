; Functions on strings that take functions.

(defproc string-map (f string)
  "The string of the characters that `f` returns for the characters of `string`.

(string-map char-upcase \"abc\")  ;=> \"ABC\""
  (%check (f function) (string string))
  (list->string (map-with f (string->list string))))

(defproc string-for-each (f string)
  "Calls `f` on the characters of `string` in turn, for its effect. Returns nil.

(string-for-each (lambda (c) (display c \".\")) \"abc\")  ;>> a.b.c."
  (%check (f function) (string string))
  (dolist (c (string->list string)) (f c)))

(defproc string-count (predicate string)
  "The number of characters for which `predicate` is true.

(string-count char-numeric? \"a1b22\")  ;=> 3"
  (%check (predicate function) (string string))
  (count-if predicate (string->list string)))
