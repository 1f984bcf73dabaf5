; JSON (RFC 8259). Objects are tables with strings for keys, in the order of the text; arrays are arrays; numbers
; without fraction and exponent are exact, however large; `true` is t, `false` nil, and `null` the symbol `null`.

(defproc json-decode (string)
  "The value that a text in JSON stands for: an object is a table whose keys are strings, an array an array, `true` t,
`false` nil and `null` the symbol `null`. Integers are exact, however large. Of equal keys the last counts.

(json-decode \"[1, 2.5, \\\"three\\\", true, null]\")              ;=> #(1 2.5 \"three\" t null)
(table-ref (json-decode \"{\\\"size\\\": 9}\") \"size\")             ;=> 9
(array->list (json-decode \"[]\"))                               ;=> nil
(json-decode \"[1, 2\")                                          ;!! bad-value
(json-decode \"01\")                                             ;!! bad-value"
  (%json-decode string))

(defproc json-encode (value &optional indent)
  "The text in JSON of a value: tables and records are objects, lists and arrays arrays, t is `true`, nil `false` (an
empty array is `#()`), and the symbol `null` is `null`. With `indent`, a number of columns, every element has a line of
its own.

(json-encode '(1 2.5 \"a \\\"b\\\"\"))                               ;=> \"[1,2.5,\\\"a \\\\\\\"b\\\\\\\"\\\"]\"
(json-encode (list->table '((size 9) (solved nil))))             ;=> \"{\\\"size\\\":9,\\\"solved\\\":false}\"
(json-encode (make-array '(2 2) 0))                              ;=> \"[[0,0],[0,0]]\"
(progn (defrecord point x y) (json-encode (make-point 1 'null)))  ;=> \"{\\\"x\\\":1,\\\"y\\\":null}\"
(json-encode '(1 #()) 2)                                         ;=> \"[\\n  1,\\n  []\\n]\"
(json-encode 1/3)                                                ;!! wrong-type
(let ((l (list 1))) (set-car! l l) (json-encode l))              ;!! bad-value"
  (if indent (%json-encode value indent) (%json-encode value)))
