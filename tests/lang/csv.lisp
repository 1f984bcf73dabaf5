;;;; csv: quoted cells, line ends and separators are read
(require 'csv)
(csv-decode "a;b\r\n\r\nc;\"x\ny\"\r;" :separator #\;)  ;=> (("a" "b") ("c" "x\ny") ("" ""))
(csv-decode "\"\"\n,\n\"a\"\"b\"")                  ;=> (("") ("" "") ("a\"b"))
(csv-decode (string-append (string (integer->char 65279)) "a,b"))  ;=> (("a" "b"))
(map-with table->list (csv-decode "n,m\n1,2\n3,4\n" :header t))  ;=> ((("n" "1") ("m" "2")) (("n" "3") ("m" "4")))
(csv-decode "n,m" :header t)                       ;=> nil

;;;; csv: an error names line and column
(require 'csv)
(defproc message (text header) (condition-message (catch nil (csv-decode text :header header))))
(message "a,\"b" nil)                ;=> "csv-decode: line 1, column 3: the quote is not closed"
(message "a\r\nb,c\"d" nil)          ;=> "csv-decode: line 2, column 4: a quote in a cell that does not begin with one"
(message "\"a\nb\",c\n\"x\"y" nil)   ;=> "csv-decode: line 3, column 4: expected a separator or the end of the line after a quote"
(message "a,b\n\n1" t)               ;=> "csv-decode: line 3, column 1: the row has 1 cell, the header 2"
(message "a,a\n1,2" t)               ;=> "csv-decode: line 1, column 1: two columns of the header have the same name"
(csv-decode "a" :separator #\")      ;!! bad-value

;;;; csv: cells that are written are read back
(require 'csv)
(setq rows '(("a" "b,c" "d\"e") ("" "x\ny" "\r") ("") (" " "'" ";")))
(= rows (csv-decode (csv-encode rows)))                                     ;=> t
(= rows (csv-decode (csv-encode rows :separator #\;) :separator #\;))       ;=> t
(csv-encode (list (vector 1 'x 2.5 #\c 1/3 nil)) :header '(a b c d e f))   ;=> "a,b,c,d,e,f\n1,x,2.5,c,1/3,\n"
(csv-encode '((1 2)) :header '("a"))                                        ;!! bad-value
(csv-encode '(()))                                                          ;!! wrong-type
(csv-encode '((1 (2))))                                                     ;!! wrong-type
(let ((l (list 1))) (set-cdr! l l) (csv-encode (list l)))                   ;!! wrong-type

;;;; csv: every text of few characters has rows or an error, and rows are kept
(require 'csv)
(setq letters '("a" "," "\"" "\n" "\r"))
(defproc texts (n) (if (= n 0) '("") (append-map (lambda (text) (map-with (lambda (c) (string-append c text)) letters)) (texts (- n 1)))))
(defproc kept? (text) (let ((rows (catch nil (csv-decode text)))) (or (condition? rows) (= rows (csv-decode (csv-encode rows))))))
(every? kept? (texts 5))             ;=> t
