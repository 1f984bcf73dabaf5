; Common Lisp: names of files, which are strings.

(defproc namestring (name)
  "The name of a file as a string. Partly: names of files are strings.

(namestring \"a.txt\")  ;=> \"a.txt\""
  (if (string? name) name (%string-text name)))

(defproc pathname (name)
  "The name of a file. Partly: names of files are strings.

(pathname \"a.txt\")  ;=> \"a.txt\""
  (namestring name))

(defproc pathnamep (object)
  "Returns whether the object is the name of a file, not a string. Names of files are strings. Partly: names of files
are strings.

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
  "The name of a file without directory and type. Partly: names of files are strings.

(pathname-name \"/tmp/a.txt\")  ;=> \"a\""
  (let* ((text (file-namestring name)) (dot (%last-index #\. text)))
    (cond ((= text "") nil) ((and dot (> dot 0)) (substring text 0 dot)) (t text))))

(defproc pathname-type (name)
  "The type of a file: what comes after the last dot of its name, or nil. Partly: names of files are strings.

(pathname-type \"/tmp/a.txt\")  ;=> \"txt\""
  (let* ((text (file-namestring name)) (dot (%last-index #\. text)))
    (if (and dot (> dot 0)) (substring text (+ dot 1)) nil)))

(defproc pathname-directory (name)
  "The directory in the name of a file as a list, or nil. Partly: names of files are strings.

(pathname-directory \"/tmp/x/a.txt\")  ;=> (:absolute \"tmp\" \"x\")"
  (let ((text (directory-namestring name)))
    (if (= text "")
      nil
      (cons (if (string-prefix? "/" text) :absolute :relative) (remove "" (string-split text #\/))))))

(defproc make-pathname (&key name type directory defaults host device version)
  "The name of a file made of its parts; what is not given is that of the defaults. Partly: names of files are strings.

(make-pathname :directory '(:absolute \"tmp\") :name \"a\" :type \"txt\")  ;=> \"/tmp/a.txt\"
(make-pathname :type \"lisp\" :defaults \"/tmp/a.txt\")                  ;=> \"/tmp/a.lisp\""
  (let ((directory (or directory (if defaults (pathname-directory defaults) nil)))
        (name (or name (if defaults (pathname-name defaults) nil)))
        (type (or type (if defaults (pathname-type defaults) nil))))
    (string-append
      (cond
        ((null? directory) "")
        ((string? directory) (string-append "/" directory "/"))
        (t (apply string-append (if (= (first directory) :absolute) "/" "")
                  (map-with (lambda (d) (string-append (%string-text d) "/")) (rest directory)))))
      (if name (%string-text name) "")
      (if type (string-append "." (%string-text type)) ""))))

(defproc merge-pathnames (name &optional (defaults ""))
  "The name of a file, with the parts of the defaults for what it lacks. Partly: names of files are strings.

(merge-pathnames \"a\" \"/tmp/b.txt\")  ;=> \"/tmp/a.txt\""
  (let ((own (pathname-directory name)) (other (pathname-directory defaults)))
    (make-pathname :directory (if (and own other (= (first own) :relative)) (append other (rest own)) own)
                   :name (pathname-name name)
      :type (pathname-type name) :defaults defaults)))

(defproc enough-namestring (name &optional defaults)
  "Returns the name of a file without the directory of the defaults.

(enough-namestring \"/tmp/a.txt\" \"/tmp/\")  ;=> \"a.txt\""
  (let ((text (namestring name)) (directory (directory-namestring (or defaults ""))))
    (if (and (not (= directory "")) (string-prefix? directory text)) (substring text (string-length directory)) text)))

(defproc parse-namestring (name &optional host defaults &key (start 0) end junk-allowed)
  "The name of a file, and where it ends. Partly: names of files are strings.

(multiple-value-list (parse-namestring \"a.txt\"))  ;=> (\"a.txt\" 5)"
  (let ((text (namestring name)))
    (#'values (substring text start (or end (string-length text))) (or end (string-length text)))))

(defproc host-namestring (name)
  "The host in the name of a file: there is none.

(host-namestring \"a.txt\")  ;=> \"\""
  "")

(defproc pathname-host (name &key case)
  "The host in the name of a file: there is none.

(pathname-host \"a.txt\")  ;=> nil"
  nil)

(defproc pathname-device (name &key case)
  "The device in the name of a file: there is none.

(pathname-device \"a.txt\")  ;=> nil"
  nil)

(defproc pathname-version (name)
  "The version in the name of a file: there is none.

(pathname-version \"a.txt\")  ;=> nil"
  nil)

(defproc wild-pathname-p (name &optional part)
  "Returns whether the name of a file has a part that stands for several. Stars in names are characters like others.

(wild-pathname-p \"*.txt\")  ;=> nil"
  nil)

(defproc user-homedir-pathname (&optional host)
  "The folder of the user: nil, a program does not learn it.

(user-homedir-pathname)  ;=> nil"
  nil)

(defproc ensure-directories-exist (name &key verbose)
  "Not supported: folders are not made.

(ensure-directories-exist \"a/b/c.txt\")  ;!! user-error"
  (%unsupported 'ensure-directories-exist "new folders"))

(defproc file-position (stream &optional position)
  "Not supported: streams are read and written from the beginning to the end.

(with-input-from-string (s \"abc\") (file-position s))  ;!! user-error"
  (%unsupported 'file-position "positions in streams"))
