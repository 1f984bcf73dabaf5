; Functions on strings that take functions.

(defproc string-map (f string)
  "The string of the characters that `f` returns for the characters of `string`.

(string-map char-upcase \"abc\")  ;=> \"ABC\""
  (list->string (map-with f (string->list string))))

(defproc string-for-each (f string)
  "Calls `f` on the characters of `string` in turn, for its effect. Returns nil.

(string-for-each (lambda (c) (display c \".\")) \"abc\")  ;>> a.b.c."
  (dolist (c (string->list string)) (f c)))

(defproc string-count (predicate string)
  "The number of characters for which `predicate` is true.

(string-count char-numeric? \"a1b22\")  ;=> 3"
  (count-if predicate (string->list string)))
