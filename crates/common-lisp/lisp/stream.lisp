; Common Lisp: streams on strings and files, and input.
;
; A stream is a port, or t: the program's own output or input; nil stands for the standard one.

(setq %broadcast-type (%make-structure-type 'broadcast-stream '(streams) nil 'opaque))

(setq %two-way-type (%make-structure-type 'two-way-stream '(input output) nil 'opaque))

; Strings

(defmacro with-output-to-string (spec &body body)
  "Binds a stream that collects what is written to it. The value is the text.

(with-output-to-string (s) (princ 'a s) (format s \"~d\" 5))  ;=> \"A5\"
(with-output-to-string (*standard-output*) (princ 'a))      ;=> \"A\""
  (if (second spec)
    (list* let* (list (list (first spec) (second spec))) body)
    (let ((stream (gensym "stream")))
      (list let (list (list stream (list open-output-string)))
        (list* let* (list (list (first spec) stream)) body)
        (list get-output-string stream)))))

(defproc make-string-output-stream (&key element-type)
  "A stream that collects what is written to it.

(let ((s (make-string-output-stream))) (princ 'a s) (get-output-stream-string s))  ;=> \"A\""
  (open-output-string))

(defproc get-output-stream-string (stream)
  "The text that a stream has collected; it begins again.

(let ((s (make-string-output-stream))) (princ 1 s) (get-output-stream-string s))  ;=> \"1\""
  (%take-output stream))

(defmacro with-input-from-string (spec &body body)
  "Binds a stream that reads a string, or with `:start` and `:end` a part of it.

(with-input-from-string (s \"1 (a b)\") (list (read s) (read s)))  ;=> (1 (a b))"
  (list* let* (list (list (first spec) (list make-string-input-stream (second spec) (%option :start (cddr spec))
                                             (%option :end (cddr spec))))) body))

(defproc make-string-input-stream (string &optional (start 0) end)
  "A stream that reads a string.

(list (read-line (make-string-input-stream \"abc\")))  ;=> (\"abc\")"
  (open-input-string (%part string (or start 0) end)))

; Streams made of streams

(defproc make-broadcast-stream (&rest streams)
  "A stream that writes to all the streams.

(let ((s (make-string-output-stream))) (princ 1 (make-broadcast-stream s s)) (get-output-stream-string s))  ;=> \"11\""
  (make-record %broadcast-type streams))

(defproc make-two-way-stream (input output)
  "A stream that reads from one stream and writes to another.

(read (make-two-way-stream (make-string-input-stream \"a b\") *standard-output*))  ;=> a"
  (make-record %two-way-type input output))

(defproc make-synonym-stream (name)
  "The stream that is the value of the variable of that name now. Partly: it is the stream that the variable has now.

(streamp (make-synonym-stream '*standard-output*))  ;=> t"
  (symbol-value name))

; Files

(defproc open (file &key (direction :input) (if-exists :error) (if-does-not-exist nil given) (element-type 'character)
                    external-format)
  "A stream that reads or writes a file, as `:direction` says: `:input` or `:output`. If the file is there and is to be
written, `:if-exists` says what becomes of it: `:supersede`, `:append`, `:error` or nil for no stream at all. Files of
bytes are not supported. Partly: files are text, and are read or written, not both.

(progn (let ((s (open \"a.txt\" :direction :output))) (princ 12 s) (close s)) (let ((s (open \"a.txt\"))) (read s)))  ;=> 12
(open \"no-such-file\")                           ;!! file
(open \"no-such-file\" :if-does-not-exist nil)    ;=> nil"
  (unless (member? element-type '(character base-char standard-char :default))
    (error (format nil "open: :element-type ~s is not supported: files are read and written as text" element-type)))
  (let ((name (namestring file)))
    (case direction
      (:input
        (cond
          ((and given (null? if-does-not-exist) (not (file-exists? name))) nil)
          ((and (= if-does-not-exist :create) (not (file-exists? name))) (write-file name "") (open-input-file name))
          (t (open-input-file name))))
      (:output
        (let ((there (file-exists? name)))
          (cond
            ((not there)
              (cond
                ((and given (null? if-does-not-exist)) nil)
                ((= if-does-not-exist :error) (#'error 'file-error :pathname name))
                (t (open-output-file name))))
            ((null? if-exists) nil)
            ((= if-exists :append) (open-output-file name t))
            ((= if-exists :error) (#'error 'file-error :pathname name))
            (t (open-output-file name)))))
      (:probe (if (file-exists? name) (let ((s (open-input-file name))) (close-port s) s) nil))
      (t (error (format nil "open: :direction ~s is not supported, only :input, :output and :probe are" direction))))))

(defproc close (stream &key abort)
  "Closes a stream: what was written to it arrives.

(let ((s (open \"a.txt\" :direction :output))) (close s))  ;=> t"
  (when (port? stream) (close-port stream))
  t)

(defmacro with-open-file (spec &body body)
  "Evaluates the body with a stream that reads or writes a file, as for `open`. It is closed however the body is left.
Partly: files are text, and are read or written, not both.

(progn (with-open-file (s \"a.txt\" :direction :output) (print '(a \"b\") s)) (with-open-file (s \"a.txt\") (read s)))  ;=> (a \"b\")"
  (list let* (list (list (first spec) (cons open (rest spec))))
    (list unwind-protect
      (list* let nil body)
      (list when (first spec) (list close (first spec))))))

(defmacro with-open-stream (spec &body body)
  "Evaluates the body with a stream, which is closed however the body is left.

(with-open-stream (s (make-string-input-stream \"a\")) (read s))  ;=> a"
  (list let* (list spec)
    (list unwind-protect (list* let nil body) (list close (first spec)))))

(defmacro with-standard-io-syntax (&body body)
  "Evaluates the body with the variables for reading and printing as they are usually.

(let ((*print-base* 2)) (with-standard-io-syntax (prin1-to-string 5)))  ;=> \"5\""
  (list* let
    (list
      (list '*package* (list %package-object 1)) '(*print-base* 10) '(*print-case* :upcase) '(*print-circle* nil)
      '(*print-escape* t)
      '(*print-gensym* t) '(*print-length* nil) '(*print-level* nil) '(*print-pretty* nil) '(*print-radix* nil)
      '(*print-readably* t)
      '(*read-base* 10))
    body))

(defproc probe-file (file)
  "The name of the file if there is one, or nil.

(probe-file \"no-such-file\")  ;=> nil"
  (let ((name (namestring file)))
    (if (file-exists? name) name nil)))

(defproc load (file &key verbose print (if-does-not-exist t) external-format)
  "Evaluates the forms of a file, or of a stream, in the current package. A file without a type may be a `.lisp` file.
Returns t.

(progn (with-open-file (s \"a.lisp\" :direction :output) (print '(defvar *loaded* 5) s)) (list (load \"a\") (symbol-value '*loaded*)))  ;=> (t 5)
(load \"no-such-file\")                             ;!! file
(load \"no-such-file\" :if-does-not-exist nil)      ;=> nil"
  (let ((end (list 'end)))
    (%let-dynamic ((*package* *package*) (*load-pathname* *load-pathname*) (*load-truename* *load-truename*))
      (if (port? file)
        (let loop ((form (#'read file nil end)))
          (if (eq form end) t (progn (eval form) (loop (#'read file nil end)))))
        (let* ((name (namestring file)) (found (%loadable name)))
          (cond
            ((or found if-does-not-exist)
              (setq *load-pathname* (or found name))
              (setq *load-truename* (or found name))
              (load (or found name))
              t)
            (t nil)))))))

(defproc %loadable (name)
  "The name of the file that `load` means, or nil."
  (find-if (lambda (n) (%file-to-load? n)) (list name (string-append name ".lisp"))))

(defproc delete-file (file)
  "Deletes a file.

(progn (with-open-file (s \"a.txt\" :direction :output) (princ 1 s)) (delete-file \"a.txt\") (probe-file \"a.txt\"))  ;=> nil"
  (delete-file (namestring file))
  t)

(defproc clear-output (&optional stream)
  "Forgets output that has not arrived yet: there is none.

(clear-output)  ;=> nil"
  nil)

(defproc interactive-stream-p (stream)
  "Returns whether somebody is at the other end of the stream. Partly: this is not known, and the answer always nil.

(interactive-stream-p *standard-input*)  ;=> nil"
  nil)

(defproc stream-element-type (stream)
  "The type of what is read from the stream or written to it: characters.

(stream-element-type *standard-output*)  ;=> character"
  'character)

(defproc stream-external-format (stream)
  "Returns the encoding of characters in the stream's file.

(stream-external-format *standard-output*)  ;=> :utf-8"
  :utf-8)

(defproc two-way-stream-input-stream (stream)
  "The stream from which a two-way stream reads.

(two-way-stream-input-stream (make-two-way-stream 'a 'b))  ;=> a"
  (record-ref %two-way-type stream 0))

(defproc two-way-stream-output-stream (stream)
  "The stream to which a two-way stream writes.

(two-way-stream-output-stream (make-two-way-stream 'a 'b))  ;=> b"
  (record-ref %two-way-type stream 1))

(defproc broadcast-stream-streams (stream)
  "The streams to which a broadcast stream writes.

(broadcast-stream-streams (make-broadcast-stream))  ;=> nil"
  (record-ref %broadcast-type stream 0))

(defproc make-concatenated-stream (&rest streams)
  "A stream that reads one stream after the other. Partly: they are read to their ends at once.

(read-line (make-concatenated-stream (make-string-input-stream \"ab\") (make-string-input-stream \"cd\")))  ;=> #<values \"abcd\" t>"
  (open-input-string
    (apply string-append
      (map-with (lambda (s) (let ((text (read-all (%input s)))) (if (eof-object? text) "" text))) streams))))

(defproc file-string-length (stream object)
  "Returns the number of characters by which the stream's file grows when the object is written to it.

(file-string-length *standard-output* \"abc\")  ;=> 3"
  (if (char? object) 1 (string-length object)))

(defproc truename (file)
  "The name of a file that is there.

(truename \"no-such-file\")  ;!! user-error"
  (or (probe-file file) (#'error 'file-error :pathname (namestring file))))

(defproc file-length (stream)
  "The number of characters in the file that a stream reads.

(file-length (make-string-input-stream \"abc\"))  ;=> 3"
  (%input-length stream))

; Reading

(defproc %input (stream)
  "The port that a function's stream argument stands for: nil is the standard input, t the terminal."
  (cond
    ((port? stream) stream)
    ((= stream t) (current-input-port))
    ((null? stream) (if (eq *standard-input* nil) (current-input-port) (%input *standard-input*)))
    ((record-of-type? %two-way-type stream) (%input (record-ref %two-way-type stream 0)))
    (t (error "this is no stream for input:" stream))))

(defproc %at-end (eof-error eof-value port)
  "Returns the result of reading beyond the end of a stream, or raises the error."
  (if eof-error (#'error 'end-of-file :stream port) eof-value))

(defproc read-char (&optional stream (eof-error t) eof-value recursive)
  "Reads a character.

(with-input-from-string (s \"ab\") (read-char s) (read-char s))  ;=> #\\b
(with-input-from-string (s \"\") (read-char s nil 'end))         ;=> end"
  (%read-char stream eof-error eof-value))

(definline (read-char) (%read-char nil t nil))
(definline (read-char stream) (%read-char stream t nil))
(definline (read-char stream eof-error) (%read-char stream eof-error nil))
(definline (read-char stream eof-error eof-value) (%read-char stream eof-error eof-value))

(defproc %read-char (stream eof-error eof-value)
  "Reads a character."
  (let* ((port (%input stream)) (char (read-char port)))
    (if (eof-object? char) (%at-end eof-error eof-value port) char)))

(defproc read-char-no-hang (&optional stream (eof-error t) eof-value recursive)
  "Reads a character.

(with-input-from-string (s \"ab\") (read-char-no-hang s))  ;=> #\\a"
  (#'read-char stream eof-error eof-value))

(defproc listen (&optional stream)
  "Returns whether there is a character to be read.

(with-input-from-string (s \"ab\") (listen s))  ;=> t"
  (not (eof-object? (peek-char (%input stream)))))

(defproc peek-char (&optional kind stream (eof-error t) eof-value recursive)
  "The next character, which is not taken; with the kind t, the next one that is no blank, with a character, the next
such one.

(with-input-from-string (s \"ab\") (list (peek-char nil s) (read-char s)))  ;=> (#\\a #\\a)
(with-input-from-string (s \"  b\") (peek-char t s))                       ;=> #\\b"
  (%peek-char kind stream eof-error eof-value))

(definline (peek-char kind stream) (%peek-char kind stream t nil))
(definline (peek-char kind stream eof-error) (%peek-char kind stream eof-error nil))
(definline (peek-char kind stream eof-error eof-value) (%peek-char kind stream eof-error eof-value))

(defproc %peek-char (kind stream eof-error eof-value)
  "The next character, which is not taken."
  (let ((port (%input stream)))
    (let loop ((char (peek-char port)))
      (cond
        ((eof-object? char) (%at-end eof-error eof-value port))
        ((null? kind) char)
        ((if (= kind t) (char-whitespace? char) (not (= char kind))) (read-char port) (loop (peek-char port)))
        (t char)))))

(defproc unread-char (char &optional stream)
  "Puts back the character that was read last.

(with-input-from-string (s \"ab\") (unread-char (read-char s) s) (read-char s))  ;=> #\\a"
  (%unread-char (%input stream))
  nil)

(defproc read-line (&optional stream (eof-error t) eof-value recursive)
  "Reads a line. The second value is whether it ended without a newline.

(with-input-from-string (s \"a b\") (list (read-line s) (read-line s nil)))  ;=> (\"a b\" nil)"
  (let* ((port (%input stream)) (line (%read-line port)))
    (if line
      (#'values (first line) (not (second line)))
      (#'values (%at-end eof-error eof-value port) t))))

(defproc read (&optional stream (eof-error t) eof-value recursive)
  "Reads a datum. Partly: `#.`, `#S` and `#C` are not supported.

(with-input-from-string (s \"(a) b\") (read s) (read s))  ;=> b"
  (let* ((port (%input stream)) (datum (%read-datum port (%reading))))
    (if (eof-object? datum) (%at-end eof-error eof-value port) datum)))

(defproc read-preserving-whitespace (&optional stream (eof-error t) eof-value recursive)
  "Reads a datum, and not the blank after it. Partly: `#.`, `#S` and `#C` are not supported.

(with-input-from-string (s \"a b\") (read-preserving-whitespace s) (read-char s))  ;=> #\\space"
  (let* ((port (%input stream)) (datum (%read-datum port (%reading) t)))
    (if (eof-object? datum) (%at-end eof-error eof-value port) datum)))

(defproc read-sequence (sequence stream &key (start 0) end)
  "Reads characters into a string or vector. Returns the index of the first element that was not changed.

(with-input-from-string (s \"abc\") (let ((text (make-string 2))) (list (read-sequence text s) text)))  ;=> (2 \"ab\")"
  (let* ((room (- (or end (length sequence)) start)) (text (read-string room (%input stream))))
    (if (eof-object? text)
      start
      (progn
        (replace sequence text :start1 start)
        (+ start (string-length text))))))

(defproc write-sequence (sequence stream &key (start 0) end)
  "Writes the characters of a sequence. Returns it.

(with-output-to-string (s) (write-sequence \"abc\" s :start 1))  ;=> \"bc\""
  (%write-text (coerce (subseq sequence start end) 'string) stream)
  sequence)

(defproc read-byte (stream &optional (eof-error t) eof-value)
  "Not supported: files are text.

(with-input-from-string (s \"a\") (read-byte s))  ;!! user-error"
  (error "read-byte is not supported: files are read and written as text"))

(defproc write-byte (byte stream)
  "Not supported: files are text.

(with-output-to-string (s) (write-byte 65 s))  ;!! user-error"
  (error "write-byte is not supported: files are read and written as text"))

(defproc streamp (object)
  "Returns whether the object is a stream.

(streamp 5)  ;=> nil"
  (or (= object t) (%stream? object)))

(defproc input-stream-p (stream)
  "Returns whether the stream can be read.

(with-input-from-string (s \"a\") (input-stream-p s))  ;=> t"
  (or (= stream t) (input-port? stream)))

(defproc output-stream-p (stream)
  "Returns whether the stream can be written to.

(output-stream-p *standard-output*)  ;=> t"
  (or (= stream t) (output-port? stream)))

(defproc open-stream-p (stream)
  "Returns whether the stream has not been closed.

(with-input-from-string (s \"a\") (open-stream-p s))  ;=> t"
  (or (= stream t) (port-open? stream)))

; Questions

(defproc %ask (control arguments hint answers)
  "Asks on the stream for questions until one of the answers comes, in any case. Returns its value."
  (when control
    (%write-text (%cl-format 0 nil (string-append "~&" control " ") (map-with %prepared arguments)) *query-io*))
  (%write-text hint *query-io*)
  (let* ((line (#'read-line *query-io*)) (answer (assoc (string-downcase (#'string-trim " " line)) answers)))
    (if answer
      (second answer)
      (%ask control arguments hint answers))))

(defproc y-or-n-p (&optional control &rest arguments)
  "Asks a question that is answered by y or n.

(let ((*query-io* (make-two-way-stream (make-string-input-stream \"y\") (make-broadcast-stream)))) (y-or-n-p \"Sure?\"))  ;=> t"
  (%ask control arguments "(y or n) " '(("y" t) ("n" nil))))

(defproc yes-or-no-p (&optional control &rest arguments)
  "Asks a question that is answered by yes or no.

(let ((*query-io* (make-two-way-stream (make-string-input-stream \"no\") (make-broadcast-stream)))) (yes-or-no-p \"Sure?\"))  ;=> nil"
  (%ask control arguments "(yes or no) " '(("yes" t) ("no" nil))))
