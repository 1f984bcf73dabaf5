; Common Lisp: packages.
;
; A package is a record of the text that it prints as and its number; what belongs to it is in
; src/dialects/common_lisp/package. A function that takes a package takes its name, too.

(setq %package-type (%make-structure-type 'package '(text number) nil 'text))

(setq %package-objects (make-table))

(setq *package* (%package-object 1))

(setq *features* '(:common-lisp :klammer))

(setq *read-base* 10)

(defproc %package-object (number)
  "The package of this number."
  (or (table-ref %package-objects number)
    (let ((new (make-record %package-type (%package-text number) number)))
      (table-set! %package-objects number new)
      new)))

(defproc %package-text (number)
  "Returns the text that the package of this number prints as."
  (format nil "#<PACKAGE ~s>" (or (%package-name number) 'deleted)))

(defproc %package-number (package)
  "The number of a package; an error if there is none of this name."
  (or (%package-number-or-nil package)
    (%package-error package "there is no package ~a" package)))

(defproc %package-number-or-nil (package)
  "The number of a package, or nil."
  (cond
    ((record-of-type? %package-type package) (record-ref %package-type package 1))
    ((or (string? package) (symbolp package) (char? package)) (%package-find (%string-text package)))
    (t (%type-error "package" package '(or string symbol character package)))))

(defproc %type-error (name object type)
  "The error that a function got an object that is not of a type."
  (#'error 'simple-type-error :format-control "~a: ~s is not of type ~s" :format-arguments (list name object type)
           :datum object
    :expected-type type))

(defproc %package-error (package control &rest arguments)
  "The error that something cannot be done with a package."
  (#'error 'simple-package-error :package package :format-control control :format-arguments arguments))

(defproc package-error-package (condition)
  "The package that there was an error with, or its name.

(handler-case (in-package :nowhere) (package-error (c) (package-error-package c)))  ;=> :nowhere"
  (%slot condition 'package))

(defproc %current-package ()
  "The number of the current package."
  (if (record-of-type? %package-type *package*) (record-ref %package-type *package* 1) 1))

(defproc %reading ()
  "Returns the reading options that the variables give."
  (list (%current-package) *read-base* *features*))

(defproc %or-current (package)
  "The number of a package, or of the current one if none is given."
  (if (null? package) (%current-package) (%package-number package)))

(defproc %as-list (x)
  "A list of symbols or names, for one of them or a list."
  (if (pair? x) x (if (null? x) nil (list x))))

; Packages as a whole

(defproc packagep (object)
  "Returns whether the object is a package.

(packagep *package*)  ;=> t
(packagep 'cl-user)   ;=> nil"
  (record-of-type? %package-type object))

(defproc find-package (name)
  "The package of that name, or nil.

(find-package \"NOWHERE\")                    ;=> nil
(eq (find-package :cl-user) *package*)      ;=> t"
  (let ((number (%package-number-or-nil name)))
    (if number (%package-object number) nil)))

(defproc list-all-packages ()
  "All packages.

(not (member *package* (list-all-packages)))  ;=> nil"
  (map-with %package-object (%packages)))

(defproc package-name (package)
  "The name of the package, as a string.

(package-name 'cl-user)  ;=> \"COMMON-LISP-USER\""
  (%package-name (%package-number package)))

(defproc package-nicknames (package)
  "The other names of the package.

(package-nicknames :common-lisp)  ;=> (\"CL\")"
  (%package-nicknames (%package-number package)))

(defproc package-use-list (package)
  "The packages that the package uses.

(mapcar #'package-name (package-use-list :cl-user))  ;=> (\"COMMON-LISP\")"
  (map-with %package-object (%package-uses (%package-number package))))

(defproc package-used-by-list (package)
  "The packages that use the package.

(package-used-by-list :cl-user)  ;=> nil"
  (map-with %package-object (%package-users (%package-number package))))

(defproc package-shadowing-symbols (package)
  "The symbols that the package keeps when names clash.

(package-shadowing-symbols :cl-user)  ;=> nil"
  (%package-shadowing (%package-number package)))

(defproc make-package (name &key nicknames use)
  "A new package.

(progn (make-package \"ZOO\" :use '(:cl)) (package-name :zoo))  ;=> \"ZOO\""
  (let ((name (%string-text name)) (nicknames (map-with %string-text nicknames)))
    (for-each
      (lambda (n) (when (%package-find n) (%package-error n "there is a package ~a already" n)))
      (cons name nicknames))
    (let ((number (%package-make name nicknames)))
      (for-each (lambda (other) (%package-use number (%package-number other))) use)
      (%package-object number))))

(defproc rename-package (package name &optional nicknames)
  "Gives the package another name. Returns it.

(progn (make-package \"OLD\") (package-name (rename-package :old :new)))  ;=> \"NEW\""
  (let* ((number (%package-number package)) (there (%package-find (%string-text name))))
    (when (and there (not (= there number))) (%package-error name "there is a package ~a already" name))
    (%package-rename number (%string-text name) (map-with %string-text nicknames))
    (record-set! %package-type (%package-object number) 0 (%package-text number))
    (%package-object number)))

(defproc delete-package (package)
  "Deletes the package. Returns whether there was one.

(progn (make-package \"GONE\") (delete-package :gone) (find-package :gone))  ;=> nil"
  (let ((number (%package-number package)))
    (when (and (%package-name number) (%package-users number))
      (%package-error package "~a is used by other packages" (%package-name number)))
    (let ((there (not (null? (%package-name number)))))
      (%package-delete number)
      (record-set! %package-type (%package-object number) 0 (%package-text number))
      there)))

(defmacro in-package (name)
  "From now on, names mean symbols of that package. Returns it.

(package-name (in-package :cl-user))  ;=> \"COMMON-LISP-USER\"
(in-package :nowhere)                 ;!! user-error"
  (list setq '*package* (list %package-object (list %package-number (list quote name)))))

(defmacro defpackage (name &rest options)
  "Makes a package, or changes it if there is one. The options are `:use`, `:nicknames`, `:export`, `:import-from`,
`:shadow`, `:intern`, `:shadowing-import-from`, `:documentation` and `:size`.

(progn (defpackage :zoo (:use :cl) (:export #:cat)) (symbol-name (find-symbol \"CAT\" :zoo)))  ;=> \"CAT\""
  (list %define-package (list quote name) (list quote options)))

(defproc %define-package (name options)
  "Makes a package as the options say."
  (let* ((old (%package-find (%string-text name)))
         (nicknames (map-with %string-text (%options :nicknames options)))
         (number (or old (record-ref %package-type (make-package name :nicknames nicknames) 1))))
    (for-each
      (lambda (option)
        (unless (and (pair? option)
                  (member? (first option)
                           '(:use :nicknames :export :import-from :shadow :intern :shadowing-import-from
                             :documentation :size :lock)))
          (#'error 'simple-program-error :format-control "defpackage: ~s is no option"
                   :format-arguments (list option))))
      options)
    (when old
      (%package-rename number (%package-name number) nicknames)
      (for-each (lambda (used) (%package-unuse number used)) (%package-uses number)))
    (for-each (lambda (s) (%package-shadow number (%string-text s))) (%options :shadow options))
    (%import-options :shadowing-import-from options (lambda (symbol) (%shadow-with number symbol)))
    (for-each (lambda (used) (%use-checked number used)) (%options :use options))
    (%import-options :import-from options (lambda (symbol) (%import-checked number symbol)))
    (for-each (lambda (s) (%package-intern number (%string-text s))) (%options :intern options))
    (for-each (lambda (s) (%package-export number (first (%package-intern number (%string-text s)))))
              (%options :export options))
    (%package-object number)))

(defproc %options (keyword options)
  "Returns the elements of all options of this name."
  (append-map rest (filter (lambda (o) (and (pair? o) (= (first o) keyword))) options)))

(defproc %import-options (keyword options f)
  "Calls `f` with each symbol that options of this name list after the name of a package."
  (for-each
    (lambda (option)
      (when (and (pair? option) (= (first option) keyword))
        (let ((from (%package-number (second option))))
          (for-each
            (lambda (name)
              (let ((found (%package-lookup from (%string-text name))))
                (if found
                  (f (first found))
                  (%package-error (second option) "the package ~a has no symbol ~a" (%package-name from)
                                  (%string-text name)))))
            (cddr option)))))
    options))

; Names in a package

(defproc %use-checked (number other)
  "Lets a package use another one, unless names clash."
  (let* ((used (%package-number other)) (clashing (%package-conflicts number used)))
    (when clashing
      (%package-error (%package-object number) "~a cannot use ~a: it has other symbols called ~{~a~^, ~}"
                      (%package-name number)
        (%package-name used) (map-with symbol-name clashing)))
    (%package-use number used)))

(defproc use-package (packages &optional package)
  "Lets the package see what others export.

(progn (defpackage :zoo (:export #:cat)) (use-package :zoo) (eq (find-symbol \"CAT\" :zoo) (find-symbol \"CAT\")))  ;=> t"
  (let ((number (%or-current package)))
    (for-each (lambda (other) (%use-checked number other)) (%as-list packages))
    t))

(defproc unuse-package (packages &optional package)
  "Undoes `use-package`.

(progn (defpackage :zoo (:export #:elk)) (use-package :zoo) (unuse-package :zoo) (list (find-symbol \"ELK\")))  ;=> (nil)"
  (let ((number (%or-current package)))
    (for-each (lambda (other) (%package-unuse number (%package-number other))) (%as-list packages))
    t))

(defproc export (symbols &optional package)
  "Makes the symbols external.

(progn (export 'visible) (nth-value 1 (find-symbol \"VISIBLE\")))  ;=> :external"
  (let ((number (%or-current package)))
    (for-each
      (lambda (symbol)
        (let ((found (%package-lookup number (symbol-name symbol))))
          (unless (and found (eq (first found) symbol))
            (%package-error (%package-object number) "~s is no symbol of the package ~a" symbol (%package-name number)))
          (when (= (second found) :inherited) (%package-import number symbol nil))
          (%package-export number symbol)))
      (%as-list symbols))
    t))

(defproc unexport (symbols &optional package)
  "Makes the symbols internal.

(progn (export 'visible) (unexport 'visible) (nth-value 1 (find-symbol \"VISIBLE\")))  ;=> :internal"
  (let ((number (%or-current package)))
    (for-each (lambda (symbol) (%package-unexport number symbol)) (%as-list symbols))
    t))

(defproc %import-checked (number symbol)
  "Puts a symbol into a package, unless its name means another one there."
  (unless (%package-import number symbol nil)
    (%package-error (%package-object number) "the package ~a has another symbol called ~a" (%package-name number)
                    (symbol-name symbol))))

(defproc import (symbols &optional package)
  "Puts the symbols into the package.

(progn (defpackage :zoo) (import (intern \"ELK\" :zoo)) (eq (find-symbol \"ELK\" :zoo) (find-symbol \"ELK\")))  ;=> t"
  (let ((number (%or-current package)))
    (for-each (lambda (symbol) (%import-checked number symbol)) (%as-list symbols))
    t))

(defproc %shadow-with (number symbol)
  "Puts a symbol into a package in the place of what its name means there."
  (%package-import number symbol t)
  (%package-keep number symbol))

(defproc shadowing-import (symbols &optional package)
  "Puts the symbols into the package, in the place of others of the same names.

(progn (defpackage :zoo) (shadowing-import (intern \"GNU\" :zoo)) (eq (find-symbol \"GNU\" :zoo) (find-symbol \"GNU\")))  ;=> t"
  (let ((number (%or-current package)))
    (for-each (lambda (symbol) (%shadow-with number symbol)) (%as-list symbols))
    t))

(defproc shadow (names &optional package)
  "Gives the package symbols of its own of these names.

(progn (defpackage :zoo (:use :cl)) (shadow \"LIST\" :zoo) (eq 'list (find-symbol \"LIST\" :zoo)))  ;=> nil"
  (let ((number (%or-current package)))
    (for-each (lambda (name) (%package-shadow number (%string-text name))) (%as-list names))
    t))

(defproc unintern (symbol &optional package)
  "Removes the symbol from the package. Returns whether it was there.

(progn (intern \"GOES\") (list (unintern (find-symbol \"GOES\")) (find-symbol \"NEVER-READ\")))  ;=> (t nil)"
  (%package-unintern (%or-current package) symbol))

(defproc intern (name &optional package)
  "The symbol of that name in the package. The second value is how the package had it before: `:internal`, `:external`,
`:inherited`, or nil.

(multiple-value-list (intern \"CAR\"))      ;=> (car :inherited)
(eq (intern \"ABC\") 'abc)                 ;=> t
(list (intern \"A\" :keyword))             ;=> (:a)"
  (unless (string? name) (%type-error "intern" name 'string))
  (let ((found (%package-intern (%or-current package) name)))
    (#'values (first found) (second found))))

(defproc %intern-here (name)
  "The symbol that the name, as it is inside, means in the current package."
  (first (%package-intern (%current-package) (symbol-name (string->symbol name)))))

(defproc %symbol-here (&rest symbols)
  "The symbol of the current package whose name is those of the symbols, one after the other."
  (%intern-here (apply string-append (map-with symbol->string symbols))))

(defproc find-symbol (name &optional package)
  "The symbol of that name in the package, and how the package has it; nil and nil if it has none.

(multiple-value-list (find-symbol \"CAR\"))             ;=> (car :inherited)
(multiple-value-list (find-symbol \"NEVER-READ\"))  ;=> (nil nil)"
  (let ((found (%package-lookup (%or-current package)
                                (if (string? name) name (%type-error "find-symbol" name 'string)))))
    (if found (#'values (first found) (second found)) (#'values nil nil))))

(defproc find-all-symbols (name)
  "The symbols of that name of all packages.

(find-all-symbols \"CAR\")  ;=> (car)"
  (let ((found (append-map (lambda (number) (%at-most-one (%package-lookup number (%string-text name)))) (%packages))))
    (remove-duplicates found)))

(defproc %at-most-one (found)
  "The list of the first element, if there is one."
  (if found (list (first found)) nil))

(defproc symbol-package (symbol)
  "The package that the symbol belongs to, or nil.

(package-name (symbol-package 'car))  ;=> \"COMMON-LISP\"
(symbol-package (gensym))             ;=> nil"
  (let ((number (%symbol-home symbol)))
    (if number (%package-object number) nil)))

; Going through symbols

(defproc %accessible (package)
  "The symbols that a package has or inherits."
  (let ((number (%or-current package)))
    (remove-duplicates
      (append (%package-symbols number nil)
        (append-map (lambda (used) (%package-symbols used t)) (%package-uses number))))))

(defmacro do-symbols (spec &body body)
  "Evaluates the body for each symbol that a package has or inherits.

(let ((n 0)) (do-symbols (s :cl-user) (when (eq s 'car) (incf n))) n)  ;=> 1"
  (list* #'dolist (list (first spec) (list %accessible (second spec)) (third spec)) body))

(defmacro do-external-symbols (spec &body body)
  "Evaluates the body for each external symbol of a package.

(let ((n 0)) (do-external-symbols (s :cl n) (incf n)))  ;=> 978"
  (list* #'dolist (list (first spec) (list %package-symbols (list %or-current (second spec)) t) (third spec)) body))

(defmacro do-all-symbols (spec &body body)
  "Evaluates the body for each symbol of all packages.

(let ((n 0)) (do-all-symbols (s) (when (eq s 'car) (incf n))) n)  ;=> 1"
  (list* #'dolist (list (first spec) (list %all-symbols) (second spec)) body))

(defproc %all-symbols ()
  "The symbols that are in any package."
  (remove-duplicates (append-map (lambda (number) (%package-symbols number nil)) (%packages))))

(defmacro with-package-iterator (spec &body body)
  "Evaluates the body with a local macro that gives the next symbol of packages at each iteration: whether there is one,
the symbol, how its package has it, and the package. The kinds are `:internal`, `:external` and `:inherited`.

(let ((n 0)) (with-package-iterator (next '(:cl) :external) (loop (if (next) (incf n) (return n)))))  ;=> 978"
  (let ((left (gensym "left")))
    (list let (list (list left (list %package-entries (second spec) (list quote (cddr spec)))))
      (list* #'macrolet
             (list (list (first spec) nil
                         (list quote (list %next-entry (list function (list lambda nil (list pop left)))))))
        body))))

(defproc %next-entry (take)
  "The values of the next entry."
  (let ((entry (take)))
    (if entry (apply #'values t entry) nil)))

(defproc %package-entries (packages kinds)
  "Lists of a symbol, how its package has it, and the package."
  (append-map
    (lambda (package)
      (let ((number (%package-number package)))
        (append-map
          (lambda (symbol)
            (let ((status (second (%package-lookup number (symbol-name symbol)))))
              (if (member? status kinds) (list (list symbol status (%package-object number))) nil)))
          (%accessible package))))
    (%as-list packages)))

(defproc provide (&rest names)
  "Accepted, and of no effect. Partly: it has no effect.

(provide :mine)  ;=> t"
  t)
