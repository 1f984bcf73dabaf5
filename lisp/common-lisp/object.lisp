; Common Lisp: classes, generic functions and methods.
;
; A class is a record; an object is a record of the type that its class made for it. A slot without a value holds a symbol that nobody else has.
; A generic function keeps what it found out for arguments of the same classes.

(setq %class-type
  (%make-structure-type 'standard-class '(name parents slots precedence record-type indices default-values) nil 'opaque))

(setq %no-value (gensym "unbound"))

(setq %classes-by-type (make-table))

(setq %classes (%standard-classes (make-table)))

(defproc %standard-classes (table)
  "The table of classes with those that are always there."
  (for-each
    (lambda (c) (%make-class table (first c) (second c) (third c) nil))
    (list
      (list 'standard-object nil nil)
      (list 'condition nil nil)
      (list 'serious-condition '(condition) nil)
      (list 'error '(serious-condition) nil)
      (list 'warning '(condition) nil)
      (list 'style-warning '(warning) nil)
      (list 'simple-condition '(condition)
        (list (%slot-description 'format-control '(:format-control) (constantly nil))
          (%slot-description 'format-arguments '(:format-arguments) (constantly nil))))
      (list 'simple-error '(simple-condition error) nil)
      (list 'simple-warning '(simple-condition warning) nil)
      (list 'type-error '(error)
        (list (%slot-description 'datum '(:datum) (constantly nil)) (%slot-description 'expected-type '(:expected-type) (constantly nil))))
      (list 'simple-type-error '(simple-condition type-error) nil)
      (list 'arithmetic-error '(error)
        (list (%slot-description 'operation '(:operation) (constantly nil)) (%slot-description 'operands '(:operands) (constantly nil))))
      (list 'division-by-zero '(arithmetic-error) nil)
      (list 'floating-point-overflow '(arithmetic-error) nil)
      (list 'floating-point-underflow '(arithmetic-error) nil)
      (list 'cell-error '(error) (list (%slot-description 'name '(:name) (constantly nil))))
      (list 'unbound-variable '(cell-error) nil)
      (list 'undefined-function '(cell-error) nil)
      (list 'program-error '(error) nil)
      (list 'simple-program-error '(simple-condition program-error) nil)
      (list 'control-error '(error) nil)
      (list 'simple-control-error '(simple-condition control-error) nil)
      (list 'parse-error '(error) nil)
      (list 'package-error '(error) (list (%slot-description 'package '(:package) (constantly nil))))
      (list 'simple-package-error '(simple-condition package-error) nil)
      (list 'print-not-readable '(error) nil)
      (list 'unbound-slot '(cell-error) (list (%slot-description 'instance '(:instance) (constantly nil))))
      (list 'stream-error '(error) (list (%slot-description 'stream '(:stream) (constantly nil))))
      (list 'end-of-file '(stream-error) nil)
      (list 'simple-parse-error '(simple-condition parse-error) nil)
      (list 'reader-error '(parse-error stream-error) nil)
      (list 'file-error '(error) (list (%slot-description 'pathname '(:pathname) (constantly nil))))
      (list 'storage-condition '(serious-condition) nil)))
  table)

; A slot is described by a list: its name, the keywords that set it, a function that gives the value it has otherwise (or nil), and if all
; objects share it, a list of that one value.

(defproc %slot-description (name keywords default &optional shared)
  "A slot of a class."
  (list name keywords default (if shared (list %no-value) nil)))

(defproc %class-field (class index)
  "A part of a class."
  (record-ref %class-type class index))

(defproc %find-class (name)
  "The class of that name, or nil."
  (table-ref %classes name))

(defproc %make-class (table name parents slots default-values)
  "Makes a class and puts it into the table of classes."
  (let* ((supers (map-with (lambda (p) (or (table-ref table p) (error (format nil "defclass: there is no class ~s" p)))) parents))
         (precedence (cons name (%merged-precedence supers)))
         (inherited (append-map (lambda (n) (let ((c (table-ref table n))) (if c (%class-field c 2) nil))) (rest precedence)))
         (all (%merged-slots slots inherited))
         (own (remove-if fourth all))
         (type (%make-structure-type name (map-with first own) nil 'opaque))
         (indices (make-table))
         (values (append default-values (append-map (lambda (c) (%class-field c 6)) supers)))
         (class (make-record %class-type name parents all precedence type indices values)))
    (let loop ((l own) (i 0))
      (when l (table-set! indices (first (first l)) i) (loop (rest l) (+ i 1))))
    (dolist (slot all) (when (fourth slot) (table-set! indices (first slot) (fourth slot))))
    (table-set! %classes-by-type type class)
    (table-set! table name class)
    class))

(defproc %merged-precedence (supers)
  "The names of all classes above, each before those above it."
  (let ((all (append-map (lambda (c) (%class-field c 3)) supers)))
    ; Of several mentions the last one counts.
    (reverse (remove-duplicates (reverse all)))))

(defproc %merged-slots (slots inherited)
  "The slots of a class and those it inherits, where one has the name of another only the first, with what it lacks of the other."
  (let loop ((l (append slots inherited)) (result nil))
    (if (null? l)
      (reverse result)
      (let* ((slot (first l)) (same (assoc (first slot) result)))
        (if same
          (loop (rest l)
            (map-with
              (lambda (s)
                (if (= (first s) (first slot))
                  (list (first s) (append (second s) (second slot)) (or (third s) (third slot)) (or (fourth s) nil))
                  s))
              result))
          (loop (rest l) (cons slot result)))))))

(defmacro defclass (name parents slots &rest options)
  "Defines a class of objects. Slots take `:initarg`, `:initform`, `:reader`, `:writer`, `:accessor` and `:allocation`. Returns the name.

(progn (defclass point () ((x :initarg :x :accessor px) (y :initform 0 :reader py))) (let ((p (make-instance 'point :x 1))) (incf (px p)) (list (px p) (py p))))  ;=> (2 0)"
  (let* ((slots (map-with (lambda (s) (if (pair? s) s (list s))) slots))
         (defaults (rest (assoc :default-initargs options))))
    (list* progn
      (list %define-class (list quote name) (list quote parents)
        (cons list (map-with %slot-form slots))
        (cons list (%default-forms defaults)))
      (append
        (append-map (lambda (s) (%slot-methods name s)) slots)
        (list (list quote name))))))

(defproc %define-class (name parents slots defaults)
  "Makes a class of a program."
  (%make-class %classes name (or parents '(standard-object)) slots defaults)
  name)

(defproc %default-forms (defaults)
  "The forms for the default values of keywords: lists of keyword and function."
  (if defaults
    (cons (list list (first defaults) (list lambda nil (second defaults))) (%default-forms (cddr defaults)))
    nil))

(defproc %all-options (keyword options)
  "The values of all occurrences of a keyword."
  (cond
    ((null? options) nil)
    ((= (first options) keyword) (cons (second options) (%all-options keyword (cddr options))))
    (t (%all-options keyword (cddr options)))))

(defproc %slot-form (slot)
  "The form that makes the description of a slot."
  (let ((options (rest slot)))
    (list %slot-description
      (list quote (first slot))
      (list quote (%all-options :initarg options))
      (if (member :initform options) (list lambda nil (%option :initform options)) nil)
      (= (%option :allocation options) :class))))

(defproc %slot-methods (class slot)
  "The forms that define the readers and writers of a slot."
  (let* ((name (first slot)) (options (rest slot)) (accessors (%all-options :accessor options)))
    (append
      (map-with
        (lambda (reader) (list #'defmethod reader (list (list 'object class)) (list %slot 'object (list quote name))))
        (append accessors (%all-options :reader options)))
      (map-with
        (lambda (writer) (list #'defmethod writer (list 'value (list 'object class)) (list %set-slot-value 'object (list quote name) 'value)))
        (append (map-with (lambda (a) (list 'setf a)) accessors) (%all-options :writer options))))))

; Objects

(defproc %class-of-record (object)
  "The class of an object, or nil."
  (if (record? object) (table-ref %classes-by-type (%record-type object)) nil))

(defproc make-instance (class &rest initial-values)
  "A new object of a class.

(progn (defclass point () ((x :initarg :x))) (slot-value (make-instance 'point :x 5) 'x))  ;=> 5"
  (%make-instance class initial-values))

(defproc %class-name (class)
  "The name of a class, or the name itself."
  (if (record? class) (%class-field class 0) class))

(defproc %make-instance (name initial-values)
  "A new object of the class."
  (let ((class (if (symbol? name) (%find-class name) name)))
    (unless class (error (format nil "make-instance: there is no class ~s" name)))
    (let* ((count (list-length (remove-if fourth (%class-field class 2))))
           (object (apply make-record (%class-field class 4) (list-tabulate count (lambda (i) %no-value))))
           (values (append initial-values (%missing-defaults (%class-field class 6) initial-values)))
           (generic (table-ref %generics 'initialize-instance)))
      (if generic (%dispatch generic (cons object values)) (%initialize object values))
      object)))

(defproc %missing-defaults (defaults given)
  "Keywords and default values for those that are not given."
  (append-map (lambda (d) (if (%key-tail given (first d)) nil (list (first d) ((second d))))) defaults))

(defproc %initialize (object values)
  "Gives the slots of an object their first values, through `shared-initialize` if the program has methods for it."
  (let ((generic (table-ref %generics 'shared-initialize)))
    (if generic (%dispatch generic (list* object t values)) (%fill-slots object t values))
    object))

(defproc %fill-slots (object names values)
  "Gives the slots of an object the values of keywords, and those with the names that have none yet (t stands for all) their defaults."
  (dolist (slot (%class-field (%class-of-record object) 2))
    (let ((given (%first-given (second slot) values)))
      (cond
        (given (%set-slot-value object (first slot) (first given)))
        ((and (third slot) (or (= names t) (member? (first slot) names)) (eq (%raw-slot object (first slot)) %no-value))
          (%set-slot-value object (first slot) ((third slot)))))))
  object)

(defproc print-object (object stream)
  "Writes an object as its class says. Programs define methods for it.

(progn (defclass point () ()) (defmethod print-object ((p point) s) (princ 'pt s)) (with-output-to-string (s) (print-object (make-instance 'point) s)))  ;=> \"PT\""
  (prin1 object stream))

(defproc initialize-instance (object &rest values)
  "Gives the slots of a new object their first values. Programs define methods for it.

(progn (defclass point () ((x :initarg :x))) (slot-value (initialize-instance (make-instance 'point) :x 1) 'x))  ;=> 1"
  (%initialize object values))

(defproc shared-initialize (object names &rest values)
  "Gives the slots of an object the values of keywords, and those with the names (t stands for all) their defaults. Programs define methods for it.

(progn (defclass point () ((x :initarg :x))) (slot-value (shared-initialize (make-instance 'point) t :x 1) 'x))  ;=> 1"
  (%fill-slots object names values)
  object)

(defproc no-applicable-method (generic &rest arguments)
  "Raises the error that no method fits the arguments.

(no-applicable-method 'f 1)  ;!! user-error"
  (error (format nil "~a: no method fits the arguments ~s" generic arguments)))

(defproc allocate-instance (class &rest values)
  "A new object of a class, whose slots have no values.

(progn (defclass point () ((x :initform 1))) (slot-boundp (allocate-instance (find-class 'point)) 'x))  ;=> nil"
  (apply make-record (%class-field class 4) (map-with (lambda (s) %no-value) (remove-if fourth (%class-field class 2)))))

(defproc unbound-slot-instance (condition)
  "The object whose slot has no value.

(progn (defclass point () (x)) (handler-case (slot-value (make-instance 'point) 'x) (unbound-slot (c) (typep (unbound-slot-instance c) 'point))))  ;=> t"
  (%slot condition 'instance))

(defproc reinitialize-instance (object &rest values)
  "Gives the slots of an object the values of keywords. Returns the object.

(progn (defclass point () ((x :initarg :x))) (slot-value (reinitialize-instance (make-instance 'point :x 1) :x 2) 'x))  ;=> 2"
  (let ((generic (table-ref %generics 'shared-initialize)))
    (if generic (%dispatch generic (list* object nil values)) (%fill-slots object nil values))
    object))

(defproc change-class (object class &rest values)
  "Not supported: an object has its class for good.

(progn (defclass a () ()) (change-class (make-instance 'a) 'a))  ;!! user-error"
  (error "change-class is not supported: an object has its class for good"))

(defproc %first-given (keywords values)
  "The values from the value of the first given of the keywords on, or nil."
  (let loop ((v values))
    (cond
      ((null? v) nil)
      ((member? (first v) keywords) (rest v))
      (t (loop (cddr v))))))

(defproc %slot-place (object name)
  "The index of a slot, or the list that holds a shared value."
  (let ((class (%class-of-record object)))
    (if class
      (or (table-ref (%class-field class 5) name)
        (error (format nil "slot-value: an object of class ~s has no slot ~s" (%class-field class 0) name)))
      (let ((index (if (record? object) (find-index (lambda (f) (= f name)) (record-fields object)) nil)))
        (or index (error (format nil "slot-value: ~s has no slot ~s" object name)))))))

(defproc %raw-slot (object name)
  "What a slot holds, the mark of an unbound one included."
  (let ((place (%slot-place object name)))
    (if (pair? place) (first place) (%record-field object place))))

(defproc %slot (object name)
  "The value of a slot."
  (let ((value (%raw-slot object name)))
    (if (eq value %no-value)
      (#'error 'unbound-slot :name name :instance object)
      value)))

(defproc %set-slot-value (object name value)
  "Gives a slot a value. Returns the value."
  (let ((place (%slot-place object name)))
    (if (pair? place) (set-car! place value) (%set-record-field object place value))))

(defproc slot-value (object name)
  "The value of a slot.

(progn (defclass point () ((x :initform 1))) (slot-value (make-instance 'point) 'x))  ;=> 1"
  (%slot object name))

(defproc slot-boundp (object name)
  "Has the slot a value?

(progn (defclass point () (x)) (slot-boundp (make-instance 'point) 'x))  ;=> nil"
  (not (eq (%raw-slot object name) %no-value)))

(defproc slot-makunbound (object name)
  "Takes the value of a slot away. Returns the object.

(progn (defclass point () ((x :initform 1))) (slot-boundp (slot-makunbound (make-instance 'point) 'x) 'x))  ;=> nil"
  (%set-slot-value object name %no-value)
  object)

(defproc slot-exists-p (object name)
  "Has the object such a slot?

(progn (defclass point () (x)) (slot-exists-p (make-instance 'point) 'y))  ;=> nil"
  (let ((class (%class-of-record object)))
    (not (not (and class (table-ref (%class-field class 5) name))))))

(defmacro with-slots (slots object &body body)
  "Evaluates the body, in which the names stand for slots of the object.

(progn (defclass point () ((x :initform 1))) (let ((p (make-instance 'point))) (with-slots (x) p (incf x)) (slot-value p 'x)))  ;=> 2"
  (let ((name (gensym "object")))
    (list let (list (list name object))
      (list* %symbol-macrolet
        (map-with
          (lambda (s)
            (if (pair? s)
              (list (first s) (list 'slot-value name (list quote (second s))))
              (list s (list 'slot-value name (list quote s)))))
          slots)
        body))))

(defmacro with-accessors (slots object &body body)
  "Evaluates the body, in which the names stand for what accessors read of the object.

(progn (defclass point () ((x :initform 1 :accessor px))) (let ((p (make-instance 'point))) (with-accessors ((a px)) p (setf a 5)) (px p)))  ;=> 5"
  (let ((name (gensym "object")))
    (list let (list (list name object))
      (list* %symbol-macrolet (map-with (lambda (s) (list (first s) (list (second s) name))) slots) body))))

; Classes as things

(defproc find-class (name &optional (must t))
  "The class of that name.

(progn (defclass point () ()) (class-name (find-class 'point)))  ;=> point"
  (or (%find-class name) (if must (error (format nil "find-class: there is no class ~s" name)) nil)))

(defproc %set-class (name class)
  "Lets a name mean a class, or with nil, none."
  (if class (table-set! %classes name class) (table-remove! %classes name))
  class)

(defproc class-of (object)
  "The class of an object; for things of other kinds their type's name.

(progn (defclass point () ()) (class-name (class-of (make-instance 'point))))  ;=> point"
  (or (%class-of-record object) (first (%class-precedence-of object))))

(defproc class-name (class)
  "The name of a class.

(class-name (class-of 5))  ;=> fixnum"
  (%class-name class))

(defproc %class-name-of (object)
  "The name of an object's class."
  (first (%class-precedence-of object)))

(setq %kinds
  (list->table
    '((integer (fixnum integer rational real number t))
      (ratio (ratio rational real number t))
      (float (float single-float double-float real number t))
      (string (string vector array sequence t))
      (character (character t))
      (symbol (symbol t))
      (keyword (keyword symbol t))
      (list (cons list sequence t))
      (null (null symbol list sequence t))
      (boolean (symbol boolean t))
      (array (vector array sequence t))
      (table (hash-table t))
      (function (function t))
      (macro (t))
      (special-operator (t))
      (condition (error condition t)))))

(defproc %class-precedence-of (object)
  "The names of the classes of an object, the most special first."
  (let ((class (%class-of-record object)))
    (if class
      (append (%class-field class 3) '(t))
      (let ((type (type-of object)))
        (if (record? object)
          (%structure-precedence type)
          (table-ref %kinds type '(t)))))))

(defproc %structure-precedence (name)
  "The names of a structure's types."
  (let ((structure (table-ref %structures name)))
    (cond
      ((null? structure) (list name t))
      ((third structure) (cons name (%structure-precedence (third structure))))
      (t (list name 'structure-object t)))))

(defproc %instance-of? (object name)
  "Is the object of the class or structure type of that name?"
  (cond
    ((record? object) (member? name (%class-precedence-of object)))
    ((condition? object) (%condition-of-type? object name))
    (t nil)))

(defproc subtypep (a b)
  "Is every object of the first type of the second? For classes, structures and the names of basic types.

(progn (defclass a () ()) (defclass b (a) ()) (subtypep 'b 'a))  ;=> t
(subtypep 'integer 'number)                                     ;=> t"
  (let* ((a (%class-name a)) (b (%class-name b)) (class (%find-class a)))
    (cond
      ((= a b) t)
      ((= b t) t)
      (class (member? b (%class-field class 3)))
      ((table-ref %structures a) (member? b (%structure-precedence a)))
      (t (some? (lambda (kind) (member? b (rest (member a kind)))) (table-values %kinds))))))

; Generic functions: the record of one has its name, its methods, and a table of what is to be done for arguments of known classes.
; A method is a list: qualifier, specializers, function of the list of arguments and the list of next methods.

(setq %generic-type (%make-structure-type 'generic '(name methods known by-value combination) nil 'opaque))

(setq %generics (make-table))

(defmacro defgeneric (name params &rest options)
  "Defines a generic function, with `(:method ...)` also methods. Returns the name.

(progn (defgeneric area (shape) (:documentation \"The area.\")) (defmethod area ((n number)) (* n n)) (area 3))  ;=> 9
(progn (defgeneric f (x)) (f 1))  ;!! user-error"
  (let ((combination (assoc :method-combination options)))
    (list* progn
      (list %generic (list quote (%generic-name name)))
      (if (and combination (not (= (second combination) 'standard)))
        (list %set-combination (list quote (%generic-name name)) (list quote (rest combination)))
        nil)
      (append
        (map-with (lambda (m) (list* #'defmethod name (rest m))) (keep-if (lambda (o) (= (first o) :method)) options))
        (list (list quote name))))))

; How methods are combined: a table from names to functions of a list of functions without arguments.

(setq %combinations
  (list->table
    (list
      (list 'progn (lambda (calls) (let loop ((l calls)) (if (rest l) (progn ((first l)) (loop (rest l))) ((first l))))))
      (list 'and (lambda (calls) (let loop ((l calls)) (if (rest l) (if ((first l)) (loop (rest l)) nil) ((first l))))))
      (list 'or (lambda (calls) (let loop ((l calls)) (if (rest l) (or ((first l)) (loop (rest l))) ((first l))))))
      (list '+ (%combining +)) (list 'list (%combining list)) (list 'append (%combining append))
      (list 'nconc (%combining (lambda (&rest lists) (apply nconc lists)))) (list 'max (%combining max)) (list 'min (%combining min)))))

(defproc %combining (f)
  "The way to combine methods that calls `f` with the values of all."
  (lambda (calls) (apply f (map-with (lambda (call) (call)) calls))))

(defmacro define-method-combination (name &rest options)
  "Defines a name for a way to combine methods: by calling an operator with the values of all. Only the short form is supported.

(progn (define-method-combination * :operator *) (defgeneric f (x) (:method-combination *)) (defmethod f * ((x number)) 2) (defmethod f * ((x integer)) 3) (f 1))  ;=> 6"
  (if (or (null? options) (keyword? (first options)))
    (let ((operator (or (%option :operator options) name)))
      (list progn
        (list table-set! %combinations (list quote name)
          (list or (list table-ref %combinations (list quote operator)) (list %combining (list lambda '(&rest values) (list apply (list function operator) 'values)))))
        (list quote name)))
    (error "define-method-combination: the long form is not supported")))

(defproc %set-combination (name combination)
  "Says how the methods of a generic function are combined: a name, and perhaps the order."
  (unless (table-ref %combinations (first combination))
    (error (format nil "defgeneric: there is no method combination ~a" (first combination))))
  (record-set! %generic-type (%generic name) 4 combination))

(defproc %generic-name (name)
  "The symbol for the name of a generic function."
  (if (pair? name) (%setter-name (second name)) name))

(defproc %generic (name)
  "The generic function of that name; a new one if there is none."
  (or (table-ref %generics name)
    (let ((generic (make-record %generic-type name nil (make-table) nil nil)))
      (table-set! %generics name generic)
      (%set-function name (lambda (&rest arguments) (%dispatch generic arguments)))
      (when (= name 'print-object)
        (%add-multimethod generic nil '(t)
          (lambda (arguments next) (%write-text (%cl-text (first arguments) t) (second arguments)) (first arguments))))
      (when (= name 'shared-initialize)
        (%add-multimethod generic nil '(t)
          (lambda (arguments next) (%fill-slots (first arguments) (second arguments) (cddr arguments)))))
      (when (= name 'initialize-instance)
        (%add-multimethod generic nil '(t) (lambda (arguments next) (%initialize (first arguments) (rest arguments)))))
      generic)))

(defmacro defmethod (name &rest parts)
  "Defines a method of a generic function for arguments of classes, types or single values (`(eql x)`). Qualifiers are `:before`, `:after`
and `:around`; in the body `(call-next-method)` calls the next more general method. Returns the name.

(progn (defmethod size ((x string)) (length x)) (defmethod size (x) 1) (list (size \"abc\") (size 'a)))  ;=> (3 1)
(progn (defclass a () ()) (defclass b (a) ()) (defmethod f ((x a)) '(a)) (defmethod f ((x b)) (cons 'b (call-next-method))) (f (make-instance 'b)))  ;=> (b a)
(progn (defmethod g ((n (eql 0))) 'zero) (defmethod g ((n integer)) 'other) (list (g 0) (g 1)))  ;=> (zero other)"
  (let* ((qualifier (if (or (keyword? (first parts)) (symbol? (first parts))) (first parts) nil))
         (others (if qualifier (rest parts) parts))
         (params (first others))
         (body (rest others))
         (required (take-while (lambda (p) (not (and (symbol? p) (string-prefix? "&" (symbol->string p))))) params))
         (after (drop (list-length required) params))
         (names (map-with (lambda (p) (if (pair? p) (first p) p)) required))
         (specializers (map-with (lambda (p) (if (pair? p) (%specializer-form (second p)) t)) required))
         (plain (append names (if (and (member '&key after) (not (member '&allow-other-keys after))) (%open-keys after) after))))
    (list progn
      (list %add-method-to (list quote (%generic-name name)) (list quote qualifier) (cons list specializers)
        (%method-function (if (pair? name) (second name) name) plain body))
      (list quote name))))

(defproc %open-keys (params)
  "Parameters after the required ones, where other keywords are allowed, too."
  (append (%before-marker '&aux params) (list '&allow-other-keys) (member '&aux params)))

(defproc %specializer-form (specializer)
  "The form for a specializer: a class name, or a list of `eql` and a value."
  (if (pair? specializer)
    (list list (list quote 'eql) (second specializer))
    (list quote (%class-name specializer))))

(defproc %method-function (name params body)
  "The form for the function of a method."
  (let ((arguments (gensym "arguments")) (next (gensym "next")))
    (receive (params body) (%cl-parameters params body)
      (let ((function-form (list* lambda params (list (list* block name body)))))
        (list lambda (list arguments next)
          (if (%mentions? '(call-next-method next-method-p) body)
            (list %flet
              (list
                (list 'call-next-method '(&rest more) (list %call-next next (list if 'more 'more arguments)))
                (list 'next-method-p nil (list not (list not next))))
              (list apply function-form arguments))
            (list apply function-form arguments)))))))

(defproc %mentions? (names form)
  "Does one of the names occur in the form?"
  (if (pair? form)
    (or (%mentions? names (car form)) (%mentions? names (cdr form)))
    (member? form names)))

(defproc %call-next (next arguments)
  "Calls the next method."
  (if next
    ((fourth (first next)) arguments (rest next))
    (error "call-next-method: there is no next method")))

(defproc %add-method-to (name qualifier specializers f)
  "Adds a method to the generic function of that name."
  (let ((generic (%generic name)))
    (unless (member? qualifier (list nil :before :after :around (first (record-ref %generic-type generic 4))))
      (error (format nil "defmethod: ~a is not a qualifier of methods of ~a" qualifier name)))
    (when (and (= name 'print-object) specializers)
      (table-set! %printers (first specializers) (lambda (object stream) (%dispatch generic (list object stream)))))
    (%add-multimethod generic qualifier specializers f)))

(defproc %add-multimethod (generic qualifier specializers f)
  "Adds a method, in place of one with the same qualifier and specializers."
  (let ((others
          (remove-if (lambda (m) (and (= (second m) qualifier) (= (third m) specializers))) (record-ref %generic-type generic 1))))
    (record-set! %generic-type generic 1 (cons (list 'method qualifier specializers f) others))
    (record-set! %generic-type generic 2 (make-table))
    (when (some? pair? specializers) (record-set! %generic-type generic 3 t))
    generic))

(defproc %dispatch (generic arguments)
  "Calls the methods for the arguments."
  (if (record-ref %generic-type generic 3)
    (%run (%effective generic arguments) arguments)
    (let* ((known (record-ref %generic-type generic 2))
           (key (%kind-key arguments (%arity generic)))
           (found (table-ref known key)))
      (if found
        (%run found arguments)
        (%run (table-set! known key (%effective generic arguments)) arguments)))))

(defproc %arity (generic)
  "How many arguments the methods look at."
  (let ((methods (record-ref %generic-type generic 1)))
    (if methods (list-length (third (first methods))) 0)))

(defproc %kind-key (arguments n)
  "What methods can see of the arguments: the number of a record's type, the name of other types."
  (let ((kind (lambda (x) (if (record? x) (%record-type x) (type-of x)))))
    (if (and (= n 1) arguments)
      (kind (first arguments))
      (map-with kind (list-head arguments (min n (list-length arguments)))))))

(defproc %effective (generic arguments)
  "What is to be called: lists of the methods around, before, the primary ones, and after."
  (let* ((ranked (%applicable generic arguments))
         (of-kind (lambda (qualifier) (keep-if (lambda (m) (= (second m) qualifier)) ranked)))
         (combination (record-ref %generic-type generic 4))
         (primary (of-kind (first combination)))
         (primary (if (= (second combination) :most-specific-last) (reverse primary) primary)))
    (unless (or primary (of-kind :around))
      (error (format nil "~a: no method fits the arguments ~s" (record-ref %generic-type generic 0) arguments)))
    (list (of-kind :around) (of-kind :before) primary (reverse (of-kind :after))
      (if combination (table-ref %combinations (first combination)) nil))))

(defproc %run (effective arguments)
  "Calls methods."
  (let ((around (first effective)) (before (second effective)) (primary (third effective)) (after (fourth effective)))
    (cond
      (around
        ((fourth (first around)) arguments
          (append (rest around) (list (list 'method nil nil (lambda (arguments next) (%run (cons nil (rest effective)) arguments)))))))
      ((fifth effective)
        ((fifth effective) (map-with (lambda (m) (lambda () ((fourth m) arguments nil))) primary)))
      ((and (null? before) (null? after)) ((fourth (first primary)) arguments (rest primary)))
      (t
        (dolist (m before) ((fourth m) arguments nil))
        (multiple-value-prog1 ((fourth (first primary)) arguments (rest primary))
          (dolist (m after) ((fourth m) arguments nil)))))))

(defproc %applicable (generic arguments)
  "The methods that fit the arguments, the most special first."
  (let* ((n (list-length arguments))
         (precedences (map-with %class-precedence-of arguments))
         (fitting
           (keep-if
             (lambda (m)
               (and (<= (list-length (third m)) n) (every? identity (map-with %fits? (third m) arguments precedences))))
             (record-ref %generic-type generic 1)))
         (rank (lambda (m) (map-with %specializer-rank (third m) arguments precedences))))
    (sort fitting (lambda (a b) (%ranks-before? (rank a) (rank b))))))

(defproc %fits? (specializer argument precedence)
  "Does an argument fit a specializer?"
  (if (pair? specializer)
    (eql argument (second specializer))
    (or (member? specializer precedence)
      (and (condition? argument) (%condition-of-type? argument specializer)))))

(defproc %specializer-rank (specializer argument precedence)
  "How general a specializer is for an argument: a single value is the least."
  (if (pair? specializer) -1 (or (find-index (lambda (c) (= c specializer)) precedence) 100)))

(defproc %ranks-before? (a b)
  "Is the first list of ranks the smaller one?"
  (cond
    ((or (null? a) (null? b)) nil)
    ((= (first a) (first b)) (%ranks-before? (rest a) (rest b)))
    (t (< (first a) (first b)))))
