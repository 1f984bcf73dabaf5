; Common Lisp: output, and streams that are strings.
;
; A stream is t (the output of the program) or a record: for output one that collects strings, for input one of a string and a position.

(setq *standard-output* t)

(setq *error-output* t)

(setq *trace-output* t)

(setq *terminal-io* t)

(setq *query-io* t)

(setq *debug-io* t)

(setq *standard-input* nil)

(setq *print-base* 10)

(setq *print-case* :upcase)

(setq *print-circle* nil)

(setq *print-escape* t)

(setq *print-length* nil)

(setq *print-level* nil)

(setq *print-pretty* nil)

(setq *print-array* t)

(setq *print-gensym* t)

(setq *print-radix* nil)

(setq *read-base* 10)

(setq *gensym-counter* 0)

(setq *package* 'common-lisp-user)

(setq *features* '(:common-lisp :klammer))

(setq %output-type (%make-structure-type 'string-output-stream '(parts) nil 'opaque))

(setq %input-type (%make-structure-type 'string-input-stream '(text at) nil 'opaque))

(setq %string-text-type (%make-structure-type 'text '(text) nil 'text))

(defproc %stream? (object)
  "Is the object a stream?"
  (or (record-of-type? %output-type object) (record-of-type? %input-type object)))

(defproc %destination (stream)
  "The stream that a function's stream argument stands for: nil and t are the standard output."
  (if (member? stream '(nil t)) *standard-output* stream))

(defproc %write-text (text stream)
  "Writes text to a stream."
  (let ((to (%destination stream)))
    (cond
      ((= to t) (write-string text))
      ((record-of-type? %output-type to) (record-set! %output-type to 0 (cons text (record-ref %output-type to 0))))
      (t (error "this is no stream for output:" to)))))

(defproc %collected (stream)
  "The text that a stream has collected."
  (apply string-append (reverse (record-ref %output-type stream 0))))

(defproc %written-column (stream)
  "How far the line has been written on a stream."
  (let ((to (%destination stream)))
    (if (= to t)
      (%column)
      (let loop ((parts (record-ref %output-type to 0)) (column 0))
        (if (null? parts)
          column
          (let ((line (last (string-split (first parts) #\newline))))
            (if (= line (first parts))
              (loop (rest parts) (+ column (string-length line)))
              (+ column (string-length line)))))))))

; Printing of objects that a program says how to print

(setq %printers (make-table))

(defproc %prepared (object)
  "The object, where everything that has a printer of its own is replaced by the text that this writes."
  (if (and (= (table-count %printers) 0) (not (record? object)) (not (condition? object)))
    object
    (let loop ((x object) (depth 0))
      (cond
        ((and (record? x) (%printer-of x)) (make-record %string-text-type (%printed-text (%printer-of x) x)))
        ((or (condition? x) (%instance-of? x 'condition)) (make-record %string-text-type (%report x)))
        ((and (pair? x) (< depth 200)) (cons (loop (car x) (+ depth 1)) (loop (cdr x) (+ depth 1))))
        (t x)))))

(defproc %printer-of (record)
  "The function that prints records of this kind, or nil."
  (let loop ((classes (%class-precedence-of record)))
    (cond
      ((null? classes) nil)
      ((table-has? %printers (first classes)) (table-ref %printers (first classes)))
      (t (loop (rest classes))))))

(defproc %printed-text (printer object)
  "The text that a printer writes for an object."
  (let ((stream (make-record %output-type nil)))
    (printer object stream)
    (%collected stream)))

(defproc %shown (object readable)
  "The text of an object."
  (%cl-text (%prepared object) readable))

; Output functions

(defproc prin1 (object &optional stream)
  "Writes an object so that it reads back. Returns it.

(progn (prin1 '(a \"b\")) nil)  ;>> (A \"b\")"
  (%write-text (%shown object t) stream)
  object)

(defproc princ (object &optional stream)
  "Writes an object for people. Returns it.

(progn (princ '(a \"b\")) nil)  ;>> (A b)"
  (%write-text (%shown object nil) stream)
  object)

(defproc print (object &optional stream)
  "Begins a new line, writes an object so that it reads back, and a blank. Returns the object.

(print 'a)  ;=> a"
  (%write-text (string-append "\n" (%shown object t) " ") stream)
  object)

(defproc pprint (object &optional stream)
  "Begins a new line and writes an object so that it reads back.

(pprint '(a b))  ;>> \\n(A B)"
  (%write-text (string-append "\n" (%shown object t)) stream)
  (#'values))

(defproc write (object &key stream (escape t) pretty readably base radix circle)
  "Writes an object. Returns it.

(progn (write \"a\" :escape nil) nil)  ;>> a"
  (%write-text (%shown object escape) stream)
  object)

(defproc terpri (&optional stream)
  "Begins a new line.

(terpri)  ;=> nil"
  (%write-text "\n" stream)
  nil)

(defproc fresh-line (&optional stream)
  "Begins a new line unless the last one is still empty. Did it?

(progn (princ 1) (fresh-line))  ;=> t"
  (if (> (%written-column stream) 0)
    (progn (%write-text "\n" stream) t)
    nil))

(defproc write-string (string &optional stream &key (start 0) end)
  "Writes a string. Returns it.

(progn (write-string \"abc\") nil)  ;>> abc"
  (%write-text (%part string start end) stream)
  string)

(defproc write-line (string &optional stream)
  "Writes a string and ends the line. Returns the string.

(write-line \"abc\")  ;=> \"abc\""
  (%write-text (string-append string "\n") stream)
  string)

(defproc write-char (char &optional stream)
  "Writes a character. Returns it.

(progn (write-char #\\a) nil)  ;>> a"
  (%write-text (string char) stream)
  char)

(defproc finish-output (&optional stream)
  "Sees to it that everything is written: it is.

(finish-output)  ;=> nil"
  nil)

(defproc force-output (&optional stream)
  "Sees to it that everything is written: it is.

(force-output)  ;=> nil"
  nil)

(defproc clear-input (&optional stream)
  "Forgets input that is waiting: there is none.

(clear-input)  ;=> nil"
  nil)

(defproc format (destination control &rest arguments)
  "Text made after a control string: returned if the destination is nil, else written to it.

(format nil \"~a and ~s\" 'this \"that\")   ;=> \"THIS and \\\"that\\\"\"
(format t \"~{~a~^, ~}\" '(1 2))          ;>> 1, 2"
  (let ((shown (map-with %prepared arguments)))
    (if (null? destination)
      (apply %cl-format 0 control shown)
      (progn
        (%write-text (apply %cl-format (%written-column destination) control shown) destination)
        nil))))

(defproc princ-to-string (object)
  "The text of an object for people.

(princ-to-string '(a \"b\"))  ;=> \"(A b)\""
  (%shown object nil))

(defproc prin1-to-string (object)
  "The text of an object so that it reads back.

(prin1-to-string '(a \"b\"))  ;=> \"(A \\\"b\\\")\""
  (%shown object t))

(defproc write-to-string (object &key (escape t) base radix pretty)
  "The text of an object.

(write-to-string '(a \"b\"))      ;=> \"(A \\\"b\\\")\"
(write-to-string 255 :base 16)  ;=> \"FF\""
  (if (and base (exact-integer? object))
    (string-upcase (number->string object base))
    (%shown object escape)))

; Streams that are strings

(defmacro with-output-to-string (spec &body body)
  "Binds a stream that collects what is written to it. The value is the text.

(with-output-to-string (s) (princ 'a s) (format s \"~d\" 5))  ;=> \"A5\"
(with-output-to-string (*standard-output*) (princ 'a))      ;=> \"A\""
  (let ((stream (gensym "stream")))
    (list let (list (list stream (list make-string-output-stream)))
      (list* let (list (list (first spec) stream)) body)
      (list get-output-stream-string stream))))

(defproc make-string-output-stream (&key element-type)
  "A stream that collects what is written to it.

(let ((s (make-string-output-stream))) (princ 'a s) (get-output-stream-string s))  ;=> \"A\""
  (make-record %output-type nil))

(defproc get-output-stream-string (stream)
  "The text that a stream has collected; it begins anew.

(let ((s (make-string-output-stream))) (princ 1 s) (get-output-stream-string s))  ;=> \"1\""
  (let ((text (%collected stream)))
    (record-set! %output-type stream 0 nil)
    text))

(defmacro with-input-from-string (spec &body body)
  "Binds a stream that reads a string.

(with-input-from-string (s \"1 (a b)\") (list (read s) (read s)))  ;=> (1 (a b))"
  (list* let (list (list (first spec) (list make-string-input-stream (second spec)))) body))

(defproc make-string-input-stream (string)
  "A stream that reads a string.

(read-line (make-string-input-stream \"abc\"))  ;=> #<values \"abc\" t>"
  (make-record %input-type string 0))

(defproc %input (stream function)
  "The stream to read from. The program itself has no input."
  (if (record-of-type? %input-type stream)
    stream
    (error (format nil "~a: there is no input to read: use with-input-from-string" function))))

(defproc %at-end (eof-error eof-value function)
  "What reading beyond the end of a stream gives."
  (if eof-error (error (format nil "~a: the input has ended" function)) eof-value))

(defproc read-char (&optional stream (eof-error t) eof-value)
  "Reads a character.

(with-input-from-string (s \"ab\") (read-char s) (read-char s))  ;=> #\\b"
  (let* ((in (%input stream "read-char")) (text (record-ref %input-type in 0)) (at (record-ref %input-type in 1)))
    (if (< at (string-length text))
      (progn (record-set! %input-type in 1 (+ at 1)) (string-ref text at))
      (%at-end eof-error eof-value "read-char"))))

(defproc peek-char (&optional kind stream (eof-error t) eof-value)
  "The next character, which is not taken; with the kind t, the next one that is no blank.

(with-input-from-string (s \"ab\") (list (peek-char nil s) (read-char s)))  ;=> (#\\a #\\a)"
  (let* ((in (%input stream "peek-char")) (text (record-ref %input-type in 0)))
    (let loop ((at (record-ref %input-type in 1)))
      (cond
        ((>= at (string-length text)) (%at-end eof-error eof-value "peek-char"))
        ((and kind (char-whitespace? (string-ref text at))) (loop (+ at 1)))
        (t (record-set! %input-type in 1 at) (string-ref text at))))))

(defproc unread-char (char stream)
  "Puts back the character that was read last.

(with-input-from-string (s \"ab\") (unread-char (read-char s) s) (read-char s))  ;=> #\\a"
  (record-set! %input-type stream 1 (- (record-ref %input-type stream 1) 1))
  nil)

(defproc read-line (&optional stream (eof-error t) eof-value)
  "Reads a line. The second value is whether it ended without a newline.

(with-input-from-string (s \"a b\") (list (read-line s) (read-line s nil)))  ;=> (\"a b\" nil)"
  (let* ((in (%input stream "read-line")) (text (record-ref %input-type in 0)) (at (record-ref %input-type in 1)))
    (if (>= at (string-length text))
      (%at-end eof-error eof-value "read-line")
      (let ((end (string-index text #\newline at)))
        (record-set! %input-type in 1 (if end (+ end 1) (string-length text)))
        (#'values (substring text at (or end (string-length text))) (not end))))))

(defproc read (&optional stream (eof-error t) eof-value recursive)
  "Reads a datum.

(with-input-from-string (s \"(a) b\") (read s) (read s))  ;=> b"
  (let* ((in (%input stream "read")) (found (%read-from-string (record-ref %input-type in 0) (record-ref %input-type in 1))))
    (if found
      (progn (record-set! %input-type in 1 (second found)) (first found))
      (%at-end eof-error eof-value "read"))))

(defproc streamp (object)
  "Is the object a stream?

(streamp 5)  ;=> nil"
  (or (= object t) (%stream? object)))

(defmacro with-open-file (spec &body body)
  "Not supported: a program has no files here.

(with-open-file (s \"x\") (read s))  ;!! user-error"
  (error "with-open-file is not supported: a program has no files here"))

(defmacro print-unreadable-object (spec &body body)
  "Writes `#<...>` around what the body writes.

(with-output-to-string (s) (print-unreadable-object ('x s) (princ 1 s)))  ;=> \"#<1>\""
  (let ((object (first spec)) (stream (second spec)) (with-type (%option :type (cddr spec))))
    (list progn
      (list #'write-string "#<" stream)
      (if with-type (list progn (list prin1 (list #'type-of object) stream) (if body (list #'write-string " " stream) nil)) nil)
      (cons progn body)
      (list #'write-string ">" stream)
      nil)))

(defproc %option (keyword options)
  "The value of a keyword among options."
  (let ((tail (member keyword options)))
    (if tail (second tail) nil)))
