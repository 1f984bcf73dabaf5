; CSV (RFC 4180): rows of cells. Cells are strings when they are read; `string->number` makes a number of one.

(defproc csv-decode (string &key header (separator #\,))
  "The rows of a text in CSV, each a list of strings. With `:header t`, the first row has the names of the columns, and
each other row is a table whose keys are these strings. `:separator` is the character between cells. Empty lines are no
rows. The message of an error has line and column.

(csv-decode \"a,1\\n\\\"b, \\\"\\\"c\\\"\\\"\\\",2\\n\")           ;=> ((\"a\" \"1\") (\"b, \\\"c\\\"\" \"2\"))
(csv-decode \"a;b\" :separator #\\;)                 ;=> ((\"a\" \"b\"))
(table-ref (first (csv-decode \"name,size\\nx,9\" :header t)) \"size\")  ;=> \"9\"
(csv-decode \"\")                                   ;=> nil
(csv-decode \"a,\\\"b\")                              ;!! bad-value
(csv-decode \"a,b\\n1\" :header t)                   ;!! bad-value"
  (%csv-decode string header separator))

(defproc csv-encode (rows &key header (separator #\,))
  "The text in CSV of rows: lists or arrays of strings, numbers, symbols and characters; nil is an empty cell. `:header`
is the list of the names of the columns, which becomes the first line; then a row may be a table from these names.

(csv-encode '((\"a\" 1) (\"b, c\" nil)))                          ;=> \"a,1\\n\\\"b, c\\\",\\n\"
(csv-encode (list (list->table '((\"size\" 9)))) :header '(\"name\" \"size\"))  ;=> \"name,size\\n,9\\n\"
(csv-encode '((1 2)) :separator #\\;)                            ;=> \"1;2\\n\"
(csv-encode '((1 (2))))                                         ;!! wrong-type"
  (%csv-encode rows header separator))
