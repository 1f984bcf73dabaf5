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
  "The text that a stream has collected; it begins anew.

(let ((s (make-string-output-stream))) (princ 1 s) (get-output-stream-string s))  ;=> \"1\""
  (%take-output stream))

(defmacro with-input-from-string (spec &body body)
  "Binds a stream that reads a string, or with `:start` and `:end` a part of it.

(with-input-from-string (s \"1 (a b)\") (list (read s) (read s)))  ;=> (1 (a b))"
  (list* let* (list (list (first spec) (list make-string-input-stream (second spec) (%option :start (cddr spec)) (%option :end (cddr spec))))) body))

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
  "The stream that is the value of the variable of that name now.

(streamp (make-synonym-stream '*standard-output*))  ;=> t"
  (symbol-value name))

; Files

(defproc open (file &key (direction :input) (if-exists :error) (if-does-not-exist nil given) (element-type 'character) external-format)
  "A stream that reads or writes a file, as `:direction` says: `:input` or `:output`. If the file is there and is to be written, `:if-exists`
says what becomes of it: `:supersede`, `:append`, `:error` or nil for no stream at all. Files of bytes are not supported.

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
  "Evaluates the body: there is one syntax.

(with-standard-io-syntax (prin1-to-string 'a))  ;=> \"A\""
  (cons progn body))

(defproc probe-file (file)
  "The name of the file if there is one, or nil.

(probe-file \"no-such-file\")  ;=> nil"
  (let ((name (namestring file)))
    (if (file-exists? name) name nil)))

(defproc delete-file (file)
  "Deletes a file.

(progn (with-open-file (s \"a.txt\" :direction :output) (princ 1 s)) (delete-file \"a.txt\") (probe-file \"a.txt\"))  ;=> nil"
  (delete-file (namestring file))
  t)

(defproc file-length (stream)
  "The number of characters in the file that a stream reads.

(file-length (make-string-input-stream \"abc\"))  ;=> 3"
  (%input-length stream))

; Names of files: strings

(defproc namestring (name)
  "The name of a file as a string.

(namestring \"a.txt\")  ;=> \"a.txt\""
  (if (string? name) name (%string-text name)))

(defproc pathname (name)
  "The name of a file.

(pathname \"a.txt\")  ;=> \"a.txt\""
  (namestring name))

(defproc pathnamep (object)
  "Is the object the name of a file, not a string? Names of files are strings.

(pathnamep \"a.txt\")  ;=> nil"
  nil)

(defproc %last-index (char text)
  "The position of the last occurrence of a character, or nil."
  (position char text :from-end t))

(defproc file-namestring (name)
  "The name of a file without its directory.

(file-namestring \"/tmp/a.txt\")  ;=> \"a.txt\""
  (let* ((text (namestring name)) (slash (%last-index #\/ text)))
    (if slash (substring text (+ slash 1)) text)))

(defproc directory-namestring (name)
  "The directory in the name of a file.

(directory-namestring \"/tmp/a.txt\")  ;=> \"/tmp/\""
  (let* ((text (namestring name)) (slash (%last-index #\/ text)))
    (if slash (substring text 0 (+ slash 1)) "")))

(defproc pathname-name (name)
  "The name of a file without directory and type.

(pathname-name \"/tmp/a.txt\")  ;=> \"a\""
  (let* ((text (file-namestring name)) (dot (%last-index #\. text)))
    (cond ((= text "") nil) ((and dot (> dot 0)) (substring text 0 dot)) (t text))))

(defproc pathname-type (name)
  "The type of a file: what comes after the last dot of its name, or nil.

(pathname-type \"/tmp/a.txt\")  ;=> \"txt\""
  (let* ((text (file-namestring name)) (dot (%last-index #\. text)))
    (if (and dot (> dot 0)) (substring text (+ dot 1)) nil)))

(defproc pathname-directory (name)
  "The directory in the name of a file as a list, or nil.

(pathname-directory \"/tmp/x/a.txt\")  ;=> (:absolute \"tmp\" \"x\")"
  (let ((text (directory-namestring name)))
    (if (= text "")
      nil
      (cons (if (string-prefix? "/" text) :absolute :relative) (remove "" (string-split text #\/))))))

(defproc make-pathname (&key name type directory defaults host device version)
  "The name of a file made of its parts; what is not given is that of the defaults.

(make-pathname :directory '(:absolute \"tmp\") :name \"a\" :type \"txt\")  ;=> \"/tmp/a.txt\"
(make-pathname :type \"lisp\" :defaults \"/tmp/a.txt\")                  ;=> \"/tmp/a.lisp\""
  (let ((directory (or directory (if defaults (pathname-directory defaults) nil)))
        (name (or name (if defaults (pathname-name defaults) nil)))
        (type (or type (if defaults (pathname-type defaults) nil))))
    (string-append
      (cond
        ((null? directory) "")
        ((string? directory) (string-append "/" directory "/"))
        (t (apply string-append (if (= (first directory) :absolute) "/" "") (map-with (lambda (d) (string-append (%string-text d) "/")) (rest directory)))))
      (if name (%string-text name) "")
      (if type (string-append "." (%string-text type)) ""))))

(defproc merge-pathnames (name &optional (defaults ""))
  "The name of a file, with the parts of the defaults for what it lacks.

(merge-pathnames \"a\" \"/tmp/b.txt\")  ;=> \"/tmp/a.txt\""
  (make-pathname :directory (pathname-directory name) :name (pathname-name name) :type (pathname-type name) :defaults defaults))

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
  "What reading beyond the end of a stream gives."
  (if eof-error (#'error 'end-of-file :stream port) eof-value))

(defproc read-char (&optional stream (eof-error t) eof-value recursive)
  "Reads a character.

(with-input-from-string (s \"ab\") (read-char s) (read-char s))  ;=> #\\b
(with-input-from-string (s \"\") (read-char s nil 'end))         ;=> end"
  (let* ((port (%input stream)) (char (read-char port)))
    (if (eof-object? char) (%at-end eof-error eof-value port) char)))

(defproc read-char-no-hang (&optional stream (eof-error t) eof-value recursive)
  "Reads a character.

(with-input-from-string (s \"ab\") (read-char-no-hang s))  ;=> #\\a"
  (#'read-char stream eof-error eof-value))

(defproc listen (&optional stream)
  "Is there a character to be read?

(with-input-from-string (s \"ab\") (listen s))  ;=> t"
  (not (eof-object? (peek-char (%input stream)))))

(defproc peek-char (&optional kind stream (eof-error t) eof-value recursive)
  "The next character, which is not taken; with the kind t, the next one that is no blank, with a character, the next such one.

(with-input-from-string (s \"ab\") (list (peek-char nil s) (read-char s)))  ;=> (#\\a #\\a)
(with-input-from-string (s \"  b\") (peek-char t s))                       ;=> #\\b"
  (let* ((port (%input stream)) (skips (lambda (c) (cond ((null? kind) nil) ((= kind t) (char-whitespace? c)) (t (not (= c kind)))))))
    (let loop ((char (peek-char port)))
      (cond
        ((eof-object? char) (%at-end eof-error eof-value port))
        ((skips char) (read-char port) (loop (peek-char port)))
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
  "Reads a datum.

(with-input-from-string (s \"(a) b\") (read s) (read s))  ;=> b"
  (let* ((port (%input stream)) (datum (%read-datum port (%reading))))
    (if (eof-object? datum) (%at-end eof-error eof-value port) datum)))

(defproc read-preserving-whitespace (&optional stream (eof-error t) eof-value recursive)
  "Reads a datum.

(with-input-from-string (s \"(a) b\") (read-preserving-whitespace s))  ;=> (a)"
  (#'read stream eof-error eof-value))

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
  "Is the object a stream?

(streamp 5)  ;=> nil"
  (or (= object t) (%stream? object)))

(defproc input-stream-p (stream)
  "Can the stream be read?

(with-input-from-string (s \"a\") (input-stream-p s))  ;=> t"
  (or (= stream t) (input-port? stream)))

(defproc output-stream-p (stream)
  "Can the stream be written to?

(output-stream-p *standard-output*)  ;=> t"
  (or (= stream t) (output-port? stream)))

(defproc open-stream-p (stream)
  "Has the stream not been closed?

(with-input-from-string (s \"a\") (open-stream-p s))  ;=> t"
  (or (= stream t) (port-open? stream)))

; Questions

(defproc %ask (control arguments hint answers)
  "Asks on the stream for questions until one of the answers comes, in any case. Returns its value."
  (when control
    (%write-text (apply %cl-format 0 nil (string-append "~&" control " ") (map-with %prepared arguments)) *query-io*))
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
