; Common Lisp: names of the standard for what is not supported. Each of them is an error that says so where it is used.

(defproc set-macro-character (&rest arguments)
  "Not supported: there are no readtables that could be changed.

(set-macro-character #\\! (lambda (s c) c))  ;!! user-error"
  (%unsupported 'set-macro-character "readtables"))

(defproc get-macro-character (&rest arguments)
  "Not supported: there are no readtables that could be changed.

(get-macro-character #\\()  ;!! user-error"
  (%unsupported 'get-macro-character "readtables"))

(defproc set-dispatch-macro-character (&rest arguments)
  "Not supported: there are no readtables that could be changed.

(set-dispatch-macro-character #\\# #\\! 'f)  ;!! user-error"
  (%unsupported 'set-dispatch-macro-character "readtables"))

(defproc get-dispatch-macro-character (&rest arguments)
  "Not supported: there are no readtables that could be changed.

(get-dispatch-macro-character #\\# #\\!)  ;!! user-error"
  (%unsupported 'get-dispatch-macro-character "readtables"))

(defproc make-dispatch-macro-character (&rest arguments)
  "Not supported: there are no readtables that could be changed.

(make-dispatch-macro-character #\\!)  ;!! user-error"
  (%unsupported 'make-dispatch-macro-character "readtables"))

(defproc set-syntax-from-char (&rest arguments)
  "Not supported: there are no readtables that could be changed.

(set-syntax-from-char #\\! #\\?)  ;!! user-error"
  (%unsupported 'set-syntax-from-char "readtables"))

(defproc read-delimited-list (&rest arguments)
  "Not supported: there are no readtables that could be changed.

(read-delimited-list #\\])  ;!! user-error"
  (%unsupported 'read-delimited-list "readtables"))

(defproc copy-pprint-dispatch (&rest arguments)
  "Not supported: the pretty printer cannot be told how to write.

(copy-pprint-dispatch)  ;!! user-error"
  (%unsupported 'copy-pprint-dispatch "tables of the pretty printer"))

(defproc pprint-dispatch (&rest arguments)
  "Not supported: the pretty printer cannot be told how to write.

(pprint-dispatch 'a)  ;!! user-error"
  (%unsupported 'pprint-dispatch "tables of the pretty printer"))

(defproc set-pprint-dispatch (&rest arguments)
  "Not supported: the pretty printer cannot be told how to write.

(set-pprint-dispatch 'cons nil)  ;!! user-error"
  (%unsupported 'set-pprint-dispatch "tables of the pretty printer"))

(defproc logical-pathname (name)
  "Not supported: names of files are strings.

(logical-pathname \"sys:a\")  ;!! user-error"
  (%unsupported 'logical-pathname "logical pathnames"))

(defproc logical-pathname-translations (host)
  "Not supported: names of files are strings.

(logical-pathname-translations \"sys\")  ;!! user-error"
  (%unsupported 'logical-pathname-translations "logical pathnames"))

(defproc load-logical-pathname-translations (host)
  "Not supported: names of files are strings.

(load-logical-pathname-translations \"sys\")  ;!! user-error"
  (%unsupported 'load-logical-pathname-translations "logical pathnames"))

(defproc translate-logical-pathname (name)
  "Not supported: names of files are strings.

(translate-logical-pathname \"sys:a\")  ;!! user-error"
  (%unsupported 'translate-logical-pathname "logical pathnames"))

(defproc translate-pathname (&rest arguments)
  "Not supported: names of files have no wild parts.

(translate-pathname \"a\" \"*\" \"*\")  ;!! user-error"
  (%unsupported 'translate-pathname "wild names of files"))

(defproc pathname-match-p (name pattern)
  "Not supported: names of files have no wild parts.

(pathname-match-p \"a\" \"*\")  ;!! user-error"
  (%unsupported 'pathname-match-p "wild names of files"))

(defproc directory (pattern)
  "Not supported: folders are not listed.

(directory \"*\")  ;!! user-error"
  (%unsupported 'directory "lists of files"))

(defproc rename-file (file name)
  "Not supported: files are not renamed.

(rename-file \"a\" \"b\")  ;!! user-error"
  (%unsupported 'rename-file "changes of names of files"))

(defproc file-author (file)
  "Not supported: the owner of a file is not known.

(file-author \"a\")  ;!! user-error"
  (%unsupported 'file-author "owners of files"))

(defproc file-write-date (file)
  "Not supported: the time of a file is not known.

(file-write-date \"a\")  ;!! user-error"
  (%unsupported 'file-write-date "times of files"))

(defproc compile-file (file &rest options)
  "Not supported: files are loaded as they are.

(compile-file \"a.lisp\")  ;!! user-error"
  (%unsupported 'compile-file "compiled files"))

(defproc compile-file-pathname (file &rest options)
  "Not supported: files are loaded as they are.

(compile-file-pathname \"a.lisp\")  ;!! user-error"
  (%unsupported 'compile-file-pathname "compiled files"))

(defproc ed (&optional name)
  "Not supported: there is no editor.

(ed)  ;!! user-error"
  (%unsupported 'ed "editors"))

(defproc inspect (object)
  "Not supported: there is no inspector.

(inspect 5)  ;!! user-error"
  (%unsupported 'inspect "inspectors"))

(defproc dribble (&optional file)
  "Not supported: sessions are not recorded.

(dribble)  ;!! user-error"
  (%unsupported 'dribble "records of sessions"))

(defproc invoke-debugger (condition)
  "Not supported: there is no debugger.

(invoke-debugger (make-condition 'simple-error))  ;!! user-error"
  (%unsupported 'invoke-debugger "debuggers"))

(defproc function-lambda-expression (function)
  "Not supported: the text of a function is not kept.

(function-lambda-expression #'car)  ;!! user-error"
  (%unsupported 'function-lambda-expression "texts of functions"))

(defproc make-echo-stream (input output)
  "Not supported: echo streams are not there.

(make-echo-stream *standard-input* *standard-output*)  ;!! user-error"
  (%unsupported 'make-echo-stream "echo streams"))

(defproc echo-stream-input-stream (stream)
  "Not supported: echo streams are not there.

(echo-stream-input-stream *standard-input*)  ;!! user-error"
  (%unsupported 'echo-stream-input-stream "echo streams"))

(defproc echo-stream-output-stream (stream)
  "Not supported: echo streams are not there.

(echo-stream-output-stream *standard-input*)  ;!! user-error"
  (%unsupported 'echo-stream-output-stream "echo streams"))
