; Common Lisp: what a program asks about where it runs, and variables that say how it is read, compiled and shown.

(setq *compile-file-pathname* nil)

(setq *compile-file-truename* nil)

(setq *compile-verbose* nil)

(setq *load-print* nil)

(setq *modules* nil)

(setq *print-miser-width* nil)

(setq *print-pprint-dispatch* nil)

(setq *read-suppress* nil)

; Variables that are there and have no effect.

(setq %without-effect
  '(*break-on-signals* *compile-file-pathname* *compile-file-truename* *compile-print* *compile-verbose* *debugger-hook*
    *default-pathname-defaults*
    *load-print* *load-verbose* *modules* *print-array* *print-lines* *print-miser-width* *print-pprint-dispatch*
    *print-readably* *print-right-margin* *read-default-float-format* *read-eval* *read-suppress* *readtable*))

(setq %readtable-type (%make-structure-type 'readtable nil nil 'opaque))

(setq *readtable* (make-record %readtable-type))

(defproc readtablep (object)
  "Returns whether the object is a readtable.

(readtablep *readtable*)  ;=> t"
  (record-of-type? %readtable-type object))

(defproc copy-readtable (&optional from to)
  "A readtable. Partly: all readtables are the same, and none can be changed.

(readtablep (copy-readtable))  ;=> t"
  (make-record %readtable-type))

(defproc readtable-case (readtable)
  "Returns the treatment of the case of letters in names: the reader converts them to upper case. Partly: this cannot be
changed.

(readtable-case *readtable*)  ;=> :upcase"
  :upcase)

(defproc lisp-implementation-version ()
  "The version of this Lisp, or nil.

(lisp-implementation-version)  ;=> nil"
  nil)

(defproc machine-type ()
  "The kind of machine: nil, a program does not learn it.

(machine-type)  ;=> nil"
  nil)

(defproc machine-instance ()
  "The name of the machine: nil, a program does not learn it.

(machine-instance)  ;=> nil"
  nil)

(defproc machine-version ()
  "The version of the machine: nil, a program does not learn it.

(machine-version)  ;=> nil"
  nil)

(defproc software-type ()
  "The operating system: nil, a program does not learn it.

(software-type)  ;=> nil"
  nil)

(defproc software-version ()
  "The version of the operating system: nil, a program does not learn it.

(software-version)  ;=> nil"
  nil)

(defproc short-site-name ()
  "Returns the location of the machine: nil, a program does not learn it.

(short-site-name)  ;=> nil"
  nil)

(defproc long-site-name ()
  "Returns the location of the machine: nil, a program does not learn it.

(long-site-name)  ;=> nil"
  nil)

(defproc room (&optional detail)
  "Says something about memory: nothing here.

(room)  ;=> nil"
  nil)

(defproc apropos-list (text &optional package)
  "The symbols in whose names the text occurs.

(apropos-list \"MULTIPLE-VALUE-B\" :cl)  ;=> (multiple-value-bind)"
  (let ((text (%string-text text)))
    (filter (lambda (s) (string-search text (symbol-name s))) (if package (%accessible package) (%all-symbols)))))

(defproc apropos (text &optional package)
  "Writes the symbols in whose names the text occurs.

(apropos \"MULTIPLE-VALUE-B\" :cl)  ;>> MULTIPLE-VALUE-BIND\n"
  (for-each (lambda (s) (prin1 s) (terpri)) (apropos-list text package))
  (#'values))

(defproc describe (object &optional stream)
  "Writes what the object is.

(describe 5)  ;>> 5\\n  [INTEGER]"
  (%write-text (string-append (%shown object t) "\n  [" (%shown (#'type-of object) t) "]\n") stream)
  (when (member? object %without-effect) (%write-text "  This variable has no effect.\n" stream))
  (#'values))

(defmacro with-compilation-unit (options &body body)
  "Evaluates the body.

(with-compilation-unit () (+ 1 2))  ;=> 3"
  (cons progn body))

(defproc upgraded-complex-part-type (type &optional environment)
  "The type of the parts of complex numbers. Partly: there are no complex numbers.

(upgraded-complex-part-type 'integer)  ;=> real"
  'real)

(defproc hash-table-rehash-size (table)
  "By how much the hash table grows when it is full.

(hash-table-rehash-size (make-hash-table))  ;=> 2.0"
  2.0)

(defproc hash-table-rehash-threshold (table)
  "Returns the fraction to which the hash table is filled before it grows.

(hash-table-rehash-threshold (make-hash-table))  ;=> 0.875"
  0.875)
