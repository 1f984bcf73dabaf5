; Common Lisp: output.
;
; A stream is a port, or t: the program's own output or input. See stream.lisp for opening and reading.

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

(setq *print-pretty* t)

(setq *print-right-margin* nil)

(setq *print-lines* nil)

(setq *print-readably* nil)

(setq *read-eval* t)

(setq *read-default-float-format* 'single-float)

(setq *default-pathname-defaults* "")

(setq *load-pathname* nil)

(setq *load-truename* nil)

(setq *break-on-signals* nil)

(setq *debugger-hook* nil)

(setq *compile-print* nil)

(setq *load-verbose* nil)

(setq *print-array* t)

(setq *print-gensym* t)

(setq *print-radix* nil)

(setq *gensym-counter* 0)

(setq %string-text-type (%make-structure-type 'text '(text) nil 'text))

(defproc %stream? (object)
  "Returns whether the object is a stream."
  (port? object))

(defproc %destination (stream)
  "The stream that a function's stream argument stands for: nil and t are the standard output."
  (if (or (null? stream) (= stream t)) *standard-output* stream))

(defproc %write-text (text stream)
  "Writes text to a stream, or appends it to a string."
  (let ((to (%destination stream)))
    (cond
      ((port? to) (write-string text to))
      ((= to t) (write-string text))
      ((string? to)
        (let ((n (string-length to)))
          (%resize-string to (+ n (string-length text)))
          (%set-characters to n text)))
      ((record-of-type? %broadcast-type to)
       (for-each (lambda (s) (%write-text text s)) (record-ref %broadcast-type to 0)))
      ((record-of-type? %two-way-type to) (%write-text text (record-ref %two-way-type to 1)))
      (t (error "this is no stream for output:" to)))))

(defproc %written-column (stream)
  "Returns the current column of a stream."
  (let ((to (%destination stream)))
    (cond
      ((= to t) (%column))
      ((port? to) (%column to))
      ((record-of-type? %two-way-type to) (%written-column (record-ref %two-way-type to 1)))
      (t 0))))

; Printing of objects that a program says how to print

(setq %printers (list->table (list (list 'restart (lambda (restart stream) (%write-restart restart stream))))))

; Those of conditions that the dialect raises itself.

(setq %condition-printers
  (list->table
    (map-with
      (lambda (entry)
        (list (first entry)
          (lambda (object stream)
            (%write-text (%cl-format 0 nil (second entry)
                           (map-with (lambda (slot) (%slot object slot)) (cddr entry))) stream))))
      '((unbound-slot "The slot ~s is unbound." name)
        (unbound-variable "The variable ~s is unbound." name)
        (undefined-function "The function ~s is undefined." name)
        (end-of-file "end of file on ~a" stream)
        (file-error "error with the file ~s" pathname)
        (type-error "The value ~s is not of type ~s" datum expected-type)
        (division-by-zero "division by zero")))))

(defproc %prepared (object)
  "The object, where everything that has a printer of its own is replaced by the text that this writes, and what is too
long or too deep cut."
  (let ((length *print-length*) (level *print-level*))
    (if (and (not (pair? object)) (not (record? object)) (not (condition? object)) (not (array? object)))
      object
      (let loop ((x object) (depth 0) (index 0))
        (cond
          ((and (record? x) (%printer-of x)) (%as-is (%printed-text (%printer-of x) x)))
          ((or (condition? x) (%instance-of? x 'condition)) (%as-is (%report x)))
          ((and (array? x) (= (array-rank x) 1) (not (%bits? x)) (<= (array-length x) 10000) (<= depth 400))
            (%prepared-vector x length (and level (>= depth level)) (lambda (part) (loop part (+ depth 1) 0))))
          ((not (pair? x)) x)
          ((and level (= index 0) (>= depth level)) (%as-is "#"))
          ((and length (>= index length)) (list (%as-is "...")))
          ((> (+ depth index) 400) x)
          (length (cons (loop (car x) (+ depth 1) 0) (loop (cdr x) depth (+ index 1))))
          (t (%prepared-list x (lambda (part) (loop part (+ depth 1) 0)))))))))

(defproc %prepared-vector (vector size too-deep f)
  "The vector with the results of calling `f` on elements, at most `size` of them; the same one if these are the same."
  (cond
    (too-deep (%as-is "#"))
    ((and size (> (length vector) size))
      (list->array (append (map-with f (take size (array->list vector))) (list (%as-is "...")))))
    ((some? (lambda (x) (or (pair? x) (record? x) (condition? x) (array? x))) (array->list vector))
      (let ((new (map-with f (array->list vector))))
        (if (every? (lambda (pair) (eq (first pair) (second pair))) (zip new (array->list vector)))
          vector
          (list->array new))))
    (t vector)))

(defproc %prepared-list (list f)
  "The list with the results of calling `f` on elements that are lists, records or conditions; the same one if these are
the same."
  (let loop ((l list) (result nil) (same t) (n 0))
    (cond
      ((= n 100000) list)
      ((not (pair? l)) (if same list (append-reverse result l)))
      ((or (pair? (car l)) (record? (car l)) (condition? (car l)) (array? (car l)))
        (let ((x (f (car l)))) (loop (cdr l) (cons x result) (and same (eq x (car l))) (+ n 1))))
      (t (loop (cdr l) (cons (car l) result) same (+ n 1))))))

(defproc %as-is (text)
  "Makes an object that prints as this text."
  (make-record %string-text-type text))

(defproc %printer-of (record)
  "The function that prints records of this kind, or nil."
  (let loop ((classes (%class-precedence-of record)))
    (cond
      ((null? classes) nil)
      ((table-has? %printers (first classes)) (table-ref %printers (first classes)))
      ((table-has? %condition-printers (first classes)) (table-ref %condition-printers (first classes)))
      (t (loop (rest classes))))))

(defproc %printed-text (printer object)
  "The text that a printer writes for an object."
  (let ((stream (open-output-string)))
    (printer object stream)
    (get-output-string stream)))

(defproc %is-plain-integer? (object)
  "Returns whether the object is an integer and printed with decimal digits only."
  (and (exact-integer? object) (= *print-base* 10) (not *print-radix*)))

(defproc %shown (object readable &optional (column 0))
  "The text of an object that begins at a column."
  (if (%is-plain-integer? object)
    (number->string object)
    (%cl-text (%prepared object) readable (%wishes) column)))

(defproc %wishes ()
  "Returns the writing options that the variables give."
  (list *print-pretty* *print-case* *print-base* (%current-package) *print-radix* *print-circle* *print-gensym*))

; Output functions

(defproc prin1 (object &optional stream)
  "Writes an object so that it reads back. Returns it.

(progn (prin1 '(a \"b\")) nil)  ;>> (A \"b\")"
  (%write-text (%shown object t (%written-column stream)) stream)
  object)

(defproc princ (object &optional stream)
  "Writes an object for people. Returns it.

(progn (princ '(a \"b\")) nil)  ;>> (A b)"
  (cond
    ((string? object) (%write-text object stream))
    ((char? object) (%write-char object stream))
    ((%is-plain-integer? object) (%write-text (number->string object) stream))
    (t (%write-text (%shown object nil (%written-column stream)) stream)))
  object)

(defproc print (object &optional stream)
  "Begins a new line, writes an object so that it reads back, and a blank. Returns the object.

(print 'a)  ;=> a"
  (%write-text (string-append "\n" (%shown object t) " ") stream)
  object)

(defmacro formatter (control)
  "A function that writes its arguments to a stream as the control string says. Partly: it does not return the arguments
that are left.

(with-output-to-string (s) (funcall (formatter \"~a-~a\") s 1 2))  ;=> \"1-2\""
  (list lambda '(stream &rest arguments) (list apply (list function #'format) 'stream control 'arguments) nil))

(defmacro pprint-logical-block (spec &body body)
  "Evaluates the body between a prefix and a suffix, with `pprint-pop` and `pprint-exit-if-list-exhausted` for the
elements of a list; an object that is no list is written as it is. Partly: no lines are broken.

(with-output-to-string (s) (pprint-logical-block (s '(1 2) :prefix \"[\" :suffix \"]\") (loop (princ (pprint-pop) s) (pprint-exit-if-list-exhausted) (princ #\\, s))))  ;=> \"[1,2]\""
  (let ((rest (gensym "rest")) (name (gensym "block")) (stream (first spec)) (options (cddr spec)))
    (list let (list (list rest (second spec)))
      (list if (list not (list list? rest))
        (list write rest :stream stream)
        (list progn
          (list #'write-string (or (%option :prefix options) (%option :per-line-prefix options) "") stream)
          (list block name
            (list* #'macrolet
              (list
                (list 'pprint-pop nil (list quote (list pop rest)))
                (list 'pprint-exit-if-list-exhausted nil
                      (list quote (list when (list null? rest) (list return-from name nil)))))
              body))
          (list #'write-string (or (%option :suffix options) "") stream)
          nil)))))

(defmacro pprint-pop ()
  "The next element of the list of the `pprint-logical-block` around this.

(pprint-pop)  ;!! user-error"
  (list error "pprint-pop: there is no pprint-logical-block around this"))

(defmacro pprint-exit-if-list-exhausted ()
  "Leaves the `pprint-logical-block` around this if no elements of its list are left.

(pprint-exit-if-list-exhausted)  ;!! user-error"
  (list error "pprint-exit-if-list-exhausted: there is no pprint-logical-block around this"))

(defproc pprint-newline (kind &optional stream)
  "A place where a line may be broken. Partly: only `:mandatory` breaks it.

(with-output-to-string (s) (princ 1 s) (pprint-newline :fill s) (princ 2 s))  ;=> \"12\""
  (when (= kind :mandatory) (%write-text "\n" stream))
  nil)

(defproc pprint-indent (relative-to n &optional stream)
  "Sets the indentation of lines that are broken here. Partly: no lines are broken.

(pprint-indent :block 2)  ;=> nil"
  nil)

(defproc pprint-tab (kind column increment &optional stream)
  "Goes on to a column. Partly: it has no effect.

(pprint-tab :line 8 8)  ;=> nil"
  nil)

(defproc pprint-linear (stream object &optional (parentheses t) at-sign)
  "Writes the elements of a list. Partly: no lines are broken.

(pprint-linear nil '(1 2))  ;>> (1 2)"
  (%write-elements stream object parentheses))

(defproc pprint-fill (stream object &optional (parentheses t) at-sign)
  "Writes the elements of a list. Partly: no lines are broken.

(pprint-fill nil '(1 2) nil)  ;>> 1 2"
  (%write-elements stream object parentheses))

(defproc pprint-tabular (stream object &optional (parentheses t) at-sign (size 16))
  "Writes the elements of a list. Partly: not in columns.

(pprint-tabular nil '(1 2))  ;>> (1 2)"
  (%write-elements stream object parentheses))

(defproc %write-elements (stream object parentheses)
  "Writes a list with or without parentheses."
  (let ((text (%shown object t)))
    (%write-text (if (or parentheses (not (pair? object))) text (substring text 1 (- (string-length text) 1))) stream)
    nil))

(defproc print-not-readable-object (condition)
  "The object that could not be written so that it reads back.

(handler-case (error 'print-not-readable :object 5) (print-not-readable (c) (print-not-readable-object c)))  ;=> 5"
  (%slot condition 'object))

(defproc pprint (object &optional stream)
  "Begins a new line and writes an object so that it reads back.

(pprint '(a b))  ;>> \\n(A B)"
  (%write-text (string-append "\n" (%shown object t)) stream)
  (#'values))

(defproc write (object &key stream (escape *print-escape*) (pretty *print-pretty*) readably (base *print-base*)
                       (radix *print-radix*) (circle *print-circle*) (length *print-length*) (level *print-level*)
                       (case *print-case*) array (gensym *print-gensym*) lines
                       right-margin miser-width pprint-dispatch)
  "Writes an object. Returns it.

(progn (write \"a\" :escape nil) nil)  ;>> a"
  (%write-text (write-to-string object :escape escape :pretty pretty :base base :radix radix :circle circle
                                :length length :level level :case case
                                :gensym gensym)
    stream)
  object)

(defproc terpri (&optional stream)
  "Begins a new line.

(terpri)  ;=> nil"
  (%write-text "\n" stream)
  nil)

(defproc fresh-line (&optional stream)
  "Begins a new line unless the last one is still empty. Returns whether it did.

(progn (princ 1) (fresh-line))  ;=> t"
  (if (> (%written-column stream) 0)
    (progn (%write-text "\n" stream) t)
    nil))

(defproc write-string (string &optional stream &key (start 0) end)
  "Writes a string. Returns it.

(progn (write-string \"abc\") nil)  ;>> abc"
  (%write-text (%part string start end) stream)
  string)

(definline (write-string string) (%write-whole string nil))
(definline (write-string string stream) (%write-whole string stream))

(defproc %write-whole (string stream)
  "Writes a string. Returns it."
  (%write-text (%string-text string) stream)
  string)

(defproc write-line (string &optional stream &key (start 0) end)
  "Writes a string and ends the line. Returns the string.

(write-line \"abc\")  ;=> \"abc\""
  (%write-text (string-append (%part string start end) "\n") stream)
  string)

(defproc write-char (char &optional stream)
  "Writes a character. Returns it.

(progn (write-char #\\a) nil)  ;>> a"
  (%write-char char stream))

(definline (write-char char) (%write-char char nil))
(definline (write-char char stream) (%write-char char stream))

(defproc %write-char (char stream)
  "Writes a character. Returns it."
  (let ((to (%destination stream)))
    (cond
      ((port? to) (write-char char to))
      ((= to t) (write-char char))
      (t (%write-text (string char) to)))
    char))

(defproc finish-output (&optional stream)
  "Sees to it that everything is written.

(finish-output)  ;=> nil"
  (let ((to (%destination stream)))
    (if (port? to) (flush-output to) (flush-output))
    nil))

(defproc force-output (&optional stream)
  "Sees to it that everything is written.

(force-output)  ;=> nil"
  (finish-output stream))

(defproc clear-input (&optional stream)
  "Forgets input that is waiting: there is none.

(clear-input)  ;=> nil"
  nil)

(defproc format (destination control &rest arguments)
  "Text made after a control string: returned if the destination is nil, else written to it. Partly: `~/name/` is not
supported, and logical blocks are not broken into lines.

(format nil \"~a and ~s\" 'this \"that\")   ;=> \"THIS and \\\"that\\\"\"
(format t \"~{~a~^, ~}\" '(1 2))          ;>> 1, 2"
  (%check (control string))
  (let ((shown (map-with %prepared arguments)))
    (if (null? destination)
      (%cl-format 0 (%wishes) control shown)
      (progn
        (%write-text (%cl-format (%written-column destination) (%wishes) control shown) destination)
        nil))))

(defproc princ-to-string (object)
  "The text of an object for people.

(princ-to-string '(a \"b\"))  ;=> \"(A b)\""
  (%shown object nil))

(defproc prin1-to-string (object)
  "The text of an object so that it reads back.

(prin1-to-string '(a \"b\"))  ;=> \"(A \\\"b\\\")\""
  (%shown object t))

(defproc write-to-string (object &key (escape *print-escape*) (base *print-base*) (radix *print-radix*)
                           (pretty *print-pretty*) readably (circle *print-circle*) (length *print-length*)
                           (level *print-level*) (case *print-case*) array
                           (gensym *print-gensym*) lines right-margin miser-width pprint-dispatch)
  "The text of an object.

(write-to-string '(a \"b\"))      ;=> \"(A \\\"b\\\")\"
(write-to-string 255 :base 16)  ;=> \"FF\""
  (%let-dynamic ((*print-length* length) (*print-level* level))
    (%cl-text (%prepared object) (or escape readably) (list pretty case base (%current-package) radix circle gensym)
              0)))

(defmacro print-unreadable-object (spec &body body)
  "Writes `#<...>` around what the body writes.

(with-output-to-string (s) (print-unreadable-object ('x s) (princ 1 s)))  ;=> \"#<1>\""
  (let ((object (first spec)) (stream (second spec)) (with-type (%option :type (cddr spec))))
    (list progn
      (list #'write-string "#<" stream)
      (if with-type
        (list progn (list prin1 (list #'type-of object) stream) (if body (list #'write-string " " stream) nil))
        nil)
      (cons progn body)
      (list #'write-string ">" stream)
      nil)))

(defproc %option (keyword options)
  "The value of a keyword among options."
  (let ((tail (member keyword options)))
    (if tail (second tail) nil)))
