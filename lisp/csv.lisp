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
  (%check (string string))
  (%csv-check "csv-decode" separator)
  (let ((rows nil) (names nil)
        (row (%csv-row string (if (and (> (string-length string) 0) (= (string-ref string 0) %csv-mark)) 1 0)
               separator)))
    (while row
      (cond ((not header) (push! (third row) rows))
            (names (push! (%csv-record string (first row) names (third row)) rows))
            (t (setq names (third row)) (%csv-record string (first row) names names)))
      (setq row (%csv-row string (second row) separator)))
    (reverse rows)))

(defproc csv-encode (rows &key header (separator #\,))
  "The text in CSV of rows: lists or arrays of strings, numbers, symbols and characters; nil is an empty cell. `:header`
is the list of the names of the columns, which becomes the first line; then a row may be a table from these names.

(csv-encode '((\"a\" 1) (\"b, c\" nil)))                          ;=> \"a,1\\n\\\"b, c\\\",\\n\"
(csv-encode (list (list->table '((\"size\" 9)))) :header '(\"name\" \"size\"))  ;=> \"name,size\\n,9\\n\"
(csv-encode '((1 2)) :separator #\\;)                            ;=> \"1;2\\n\"
(csv-encode '((1 (2))))                                         ;!! wrong-type"
  (%check (rows list) (header list))
  (%csv-check "csv-encode" separator)
  (let ((out (open-output-string)))
    (if header (%csv-write header nil separator out))
    (dolist (row rows) (%csv-write row header separator out))
    (get-output-string out)))

; The byte order mark that spreadsheets put before a text.
(setq %csv-mark (integer->char 65279))

(defproc %csv-check (function separator)
  (unless (char? separator)
    (%refuse function t (format nil "separator must be a character, got ~s" separator)))
  (if (member separator (list #\" #\return #\newline %csv-mark))
      (%refuse function nil "the separator must not be a quote or a line end")))

(defproc %csv-malformed (string at problem)
  (let ((line 1) (column 1) (last nil))
    (dotimes (i at)
      (let ((c (string-ref string i)))
        (cond ((= c %csv-mark) (if (> i 0) (inc! column)))
              ((and (= c #\newline) (= last #\return)) nil)
              ((or (= c #\newline) (= c #\return)) (inc! line) (setq column 1))
              (t (inc! column)))
        (setq last c)))
    (%refuse "csv-decode" nil (format nil "line ~a, column ~a: ~a" line column problem))))

(defproc %csv-lengths (cells names)
  (format nil "the row has ~d cell~:p~a" cells (if (= names 0) "" (format nil ", the header ~d" names))))

; The next row that is not empty: its position, that of the rest, and its cells; nil at the end.
(defproc %csv-row (string at separator)
  (let ((end (string-length string)) (cells nil))
    (while (and (< at end) (or (= (string-ref string at) #\newline) (= (string-ref string at) #\return)))
      (inc! at))
    (let ((start at) (goes-on (< at end)))
      (while goes-on
        (let ((from at))
          (if (and (< at end) (= (string-ref string at) #\"))
              (let ((close (%csv-close string (+ at 1) end)))
                (unless close (%csv-malformed string from "the quote is not closed"))
                (push! (string-replace (substring string (+ from 1) close) "\"\"" "\"") cells)
                (setq at (+ close 1)))
              (let ((c nil))
                (while (and (< at end) (progn (setq c (string-ref string at))
                                              (not (or (= c separator) (= c #\newline) (= c #\return)))))
                  (if (= c #\") (%csv-malformed string at "a quote in a cell that does not begin with one"))
                  (inc! at))
                (push! (substring string from at) cells))))
        (let ((c (if (< at end) (string-ref string at) nil)))
          (cond ((null? c) (setq goes-on nil))
                ((= c separator) (inc! at))
                ((or (= c #\newline) (= c #\return)) (setq goes-on nil))
                (t (%csv-malformed string at "expected a separator or the end of the line after a quote")))))
      (if cells (list start at (reverse cells)) nil))))

; The position of the quote that ends a cell: one in it is written twice.
(defproc %csv-close (string at end)
  (let ((found (string-index string #\" at)))
    (while (and found (< (+ found 1) end) (= (string-ref string (+ found 1)) #\"))
      (setq found (string-index string #\" (+ found 2))))
    found))

(defproc %csv-record (string start names cells)
  (unless (= (length names) (length cells))
    (%csv-malformed string start (%csv-lengths (length cells) (length names))))
  (let ((record (make-table)) (rest-of-cells cells))
    (dolist (name names)
      (table-set! record name (first rest-of-cells))
      (setq rest-of-cells (rest rest-of-cells)))
    (if (< (table-count record) (length names))
        (%csv-malformed string start "two columns of the header have the same name"))
    record))

(defproc %csv-write (row names separator out)
  (let* ((cells (cond ((and row (list? row)) row)
                      ((and names (table? row)) (map-with (lambda (name) (table-ref row name nil)) names))
                      ((and (array? row) (= (length (array-dimensions row)) 1)) (array->list row))
                      (t (%refuse "csv-encode" t
                           (format nil "a row must be a list or array of cells, not empty (or a table, ~
                                                              with :header), got ~s" row)))))
         (count (length cells)))
    (if (or (= count 0) (and names (/= count (length names))))
        (%refuse "csv-encode" nil (%csv-lengths count (length names))))
    (let ((is-first t))
      (dolist (cell cells)
        (unless is-first (write-char separator out))
        (setq is-first nil)
        (write-string (%csv-cell cell (= count 1) separator) out)))
    (newline out)))

; A cell, in quotes where it would be read as something else. A line without a character is no row.
(defproc %csv-cell (cell is-alone separator)
  (let ((text (cond ((string? cell) cell)
                    ((null? cell) "")
                    ((keyword? cell) (substring (string cell) 1))
                    ((or (symbol? cell) (number? cell) (char? cell)) (string cell))
                    (t (%refuse "csv-encode" t
                         (format nil "a cell must be a string, number, symbol, character or nil, got ~s" cell))))))
    (if (or (and is-alone (= text "")) (string-index text separator) (string-index text #\")
          (string-index text #\newline)
            (string-index text #\return) (string-index text %csv-mark))
        (string-append "\"" (string-replace text "\"" "\"\"") "\"")
        text)))
