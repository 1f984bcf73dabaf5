; Common Lisp: classes and objects.
;
; A class is a record; an object is a record of the type that its class made for it, at first a copy of the class's
; prototype. A slot without a value holds a symbol that nobody else has.

(setq %class-type
  (%make-structure-type 'standard-class
                        '(name parents slots precedence record-type indices default-values prototype filling)
                        nil 'opaque))

(setq %no-value (gensym "unbound"))

; The classes at the numbers of their objects' types.

(setq %classes-by-type (vector))

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
        (list (%slot-description 'datum '(:datum) (constantly nil))
              (%slot-description 'expected-type '(:expected-type) (constantly nil))))
      (list 'simple-type-error '(simple-condition type-error) nil)
      (list 'arithmetic-error '(error)
        (list (%slot-description 'operation '(:operation) (constantly nil))
              (%slot-description 'operands '(:operands) (constantly nil))))
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
      (list 'print-not-readable '(error) (list (%slot-description 'object '(:object) (constantly nil))))
      (list 'unbound-slot '(cell-error) (list (%slot-description 'instance '(:instance) (constantly nil))))
      (list 'stream-error '(error) (list (%slot-description 'stream '(:stream) (constantly nil))))
      (list 'end-of-file '(stream-error) nil)
      (list 'simple-parse-error '(simple-condition parse-error) nil)
      (list 'reader-error '(parse-error stream-error) nil)
      (list 'file-error '(error) (list (%slot-description 'pathname '(:pathname) (constantly nil))))
      (list 'storage-condition '(serious-condition) nil)))
  table)

; A slot is described by a list: its name, the keywords that set it, a function that gives the value it has
; otherwise (or nil), and if all objects share it, a list of that one value.

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
  (let* ((supers (map-with (lambda (p) (or (table-ref table p) (error (format nil "defclass: there is no class ~s" p))))
                           parents))
         (precedence (%precedence name parents supers table))
         (inherited (append-map (lambda (n) (let ((c (table-ref table n))) (if c (%class-field c 2) nil)))
                                (rest precedence)))
         (all (%merged-slots slots inherited))
         (own (remove-if fourth all))
         (type (%make-structure-type name (map-with first own) nil 'opaque))
         (indices (make-table))
         (values (append default-values (append-map (lambda (c) (%class-field c 6)) supers)))
         (prototype (apply make-record type (map-with (lambda (slot) %no-value) own)))
         (class (make-record %class-type name parents all precedence type indices values prototype nil)))
    (let loop ((l own) (i 0))
      (when l (table-set! indices (first (first l)) i) (loop (rest l) (+ i 1))))
    (dolist (slot all) (when (fourth slot) (table-set! indices (first slot) (fourth slot))))
    (unless (some? fourth all) (%prepare-objects class own))
    (unless (< type (array-length %classes-by-type)) (%resize-vector %classes-by-type (+ type 1)))
    (aset %classes-by-type type class)
    (table-set! table name class)
    class))

(defproc %prepare-objects (class slots)
  "Gives a class without shared slots two lists by which its new objects are filled: of keyword and index, and of index and
function. Those of a class that has none are filled slot by slot."
  (let ((numbered (map-indexed cons slots)))
    (record-set! %class-type class 8
      (cons
        (append-map (lambda (s) (map-with (lambda (keyword) (cons keyword (car s))) (third s))) numbered)
        (append-map (lambda (s) (if (fourth s) (list (cons (car s) (fourth s))) nil)) numbered)))))

(defproc %precedence (name parents supers table)
  "The names of a class and all classes above it, each before those above it, and parents in the order in which a class
names them. Of several that could come next, it is one of the parents of the class that came last."
  (let* ((above (remove-duplicates (append-map (lambda (c) (%class-field c 3)) supers)))
         (parents-of
           (lambda (n)
             (if (eq n name) parents (let ((c (table-ref table n))) (if c (%class-field c 1) nil)))))
         (orders
           (lambda (n)
             (let loop ((l (cons n (parents-of n))) (pairs nil))
               (if (rest l) (loop (rest l) (cons (list (first l) (second l)) pairs)) pairs)))))
    (let loop ((left (cons name above)) (pairs (append-map orders (cons name above))) (result nil))
      (if (null? left)
        (reverse result)
        (let ((next (%next-class (remove-if (lambda (n) (some? (lambda (p) (eq (second p) n)) pairs)) left)
                                 result parents-of)))
          (unless next (error (format nil "defclass: the classes above ~s contradict one another" name)))
          (loop (remove next left) (remove-if (lambda (p) (eq (first p) next)) pairs) (cons next result)))))))

(defproc %next-class (candidates before parents-of)
  "The one of the candidates that is a parent of the latest class before, or nil if there are no candidates."
  (let loop ((l before))
    (if (null? l)
      (if candidates (first candidates) nil)
      (or (find-if (lambda (n) (member? n (parents-of (first l)))) candidates) (loop (rest l))))))

(defproc %merged-slots (slots inherited)
  "The slots of a class and those it inherits, where one has the name of another only the first, with what it lacks of
the other."
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
  "Defines a class of objects. Slots take `:initarg`, `:initform`, `:reader`, `:writer`, `:accessor` and `:allocation`.
Returns the name.

(progn (defclass point () ((x :initarg :x :accessor px) (y :initform 0 :reader py))) (let ((p (make-instance 'point :x 1))) (incf (px p)) (list (px p) (py p))))  ;=> (2 0)"
  (let* ((slots (map-with (lambda (s) (if (pair? s) s (list s))) slots))
         (defaults (rest (assoc :default-initargs options))))
    (list* progn
      (list %set-documentation (list quote name) ''type (second (assoc :documentation options)))
      (list %define-class (list quote name) (list quote parents)
        (cons list (map-with %slot-form slots))
        (cons list (%default-forms defaults)))
      (append
        (append-map (lambda (s) (%slot-methods name s)) slots)
        (list (list quote name))))))

(setq %waiting-classes (make-table))

(defproc %define-class (name parents slots defaults)
  "Makes a class of a program, or if one above it is not there yet, leaves that for later; then classes that have been
waiting for this one."
  (let ((parents (or parents '(standard-object))))
    (cond
      ((every? %find-class parents)
        (%make-class %classes name parents slots defaults)
        (table-remove! %waiting-classes name)
        (for-each
          (lambda (waiting)
            (when (and (member? name (second waiting)) (table-has? %waiting-classes (first waiting)))
              (apply %define-class waiting)))
          (table-values %waiting-classes)))
      (t (table-set! %waiting-classes name (list name parents slots defaults)))))
  name)

(defproc %known-class (who name)
  "The class of that name, which must be there."
  (or (%find-class name)
    (let ((waiting (table-ref %waiting-classes name)))
      (#'error
        (if waiting
          (format nil "~a: the class ~s has no class ~s above it yet" who name
                  (find-if (lambda (p) (not (%find-class p))) (second waiting)))
          (format nil "~a: there is no class ~s" who name))))))

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
  (let* ((options (rest slot)) (accessors (%all-options :accessor options))
         (adding (lambda (names access)
                   (map-with
                     (lambda (name)
                       (list %add-accessor (list quote (%generic-name name)) (list quote class)
                         (list quote (first slot)) (list quote access)))
                     names))))
    (append
      (adding (append accessors (%all-options :reader options)) 'reader)
      (adding (append (map-with (lambda (a) (list 'setf a)) accessors) (%all-options :writer options)) 'writer))))

; Objects

(defproc %class-of-record (object)
  "The class of an object, or nil."
  (if (record? object)
    (let ((type (%record-type object)))
      (if (< type (array-length %classes-by-type)) (aref %classes-by-type type) nil))
    nil))

(defproc make-instance (class &rest initial-values)
  "A new object of a class.

(progn (defclass point () ((x :initarg :x))) (slot-value (make-instance 'point :x 5) 'x))  ;=> 5
(progn (defclass point () ((x :initarg :x))) (make-instance 'point :y 5))                  ;!! user-error"
  (%make-instance class initial-values))

(defproc %class-name (class)
  "The name of a class, or the name itself."
  (if (record? class) (%class-field class 0) class))

(defproc %new-object (class)
  "A new object of the class, whose slots have no values. A built-in class has no prototype and makes none."
  (let ((prototype (%class-field class 7)))
    (if prototype (duplicate prototype) (make-record (%class-field class 4)))))

(defproc %make-instance (name initial-values)
  "A new object of the class."
  (let* ((class (if (symbol? name) (%known-class 'make-instance name) name))
         (object (%new-object class))
         (defaults (%class-field class 6))
         (filling (%class-field class 8))
         (values (if defaults (append initial-values (%missing-defaults defaults initial-values)) initial-values)))
    (cond
      (%initializes-by-methods
        (%check-keywords class values)
        (%call-standard 'initialize-instance %initialize-object (cons object values)))
      ((and filling (%fill-by-keywords object (car filling) values %no-value))
        (dolist (s (cdr filling))
          (when (eq (%record-field object (car s)) %no-value) (%set-record-field object (car s) ((cdr s))))))
      (t
        (%check-keywords class values)
        (%fill-slots object t values)))
    object))

; Whether programs have given `initialize-instance` or `shared-initialize` methods.

(setq %initializes-by-methods nil)

(defproc %check-keywords (class values)
  "Sees to it that the keywords are those of slots of the class or of methods that objects are initialized by."
  (let loop ((v values))
    (cond
      ((null? v) nil)
      ((null? (rest v))
        (#'error 'simple-program-error :format-control "make-instance: the last keyword has no value"))
      ((or (some? (lambda (slot) (member? (first v) (second slot))) (%class-field class 2))
         (some? (lambda (name) (%method-takes-keyword? name (first v)))
                '(initialize-instance shared-initialize make-instance))
         (= (first v) :allow-other-keys)
         (second (member :allow-other-keys values)))
        (loop (cddr v)))
      (t
        (#'error 'simple-program-error :format-control "make-instance: ~s is no keyword for objects of class ~s"
          :format-arguments (list (first v) (%class-field class 0)))))))

(defproc %missing-defaults (defaults given)
  "Keywords and default values for those that are not given."
  (append-map (lambda (d) (if (%key-tail given (first d)) nil (list (first d) ((second d))))) defaults))

(defproc %initialize-object (object &rest values)
  "Gives the slots of an object their first values, through `shared-initialize` if the program has methods for it."
  (%call-standard 'shared-initialize %fill-slots-with (list* object t values))
  object)

(defproc %fill-slots-with (object names &rest values)
  "See `%fill-slots`."
  (%fill-slots object names values))

(defproc %fill-slots (object names values)
  "Gives the slots of an object the values of keywords, and those with the names that have none yet (t stands for all)
their defaults."
  (let* ((class (%class-of-record object)) (indices (%class-field class 5)))
    (dolist (slot (%class-field class 2))
      (let ((given (%first-given (second slot) values)) (place (table-ref indices (first slot))))
        (cond
          (given (%set-place object place (first given)))
          ((and (third slot) (or (= names t) (member? (first slot) names)) (eq (%place-content object place) %no-value))
            (%set-place object place ((third slot))))))))
  object)

(defproc print-object (object stream)
  "Writes an object as its class says. Programs define methods for it.

(progn (defclass point () ()) (defmethod print-object ((p point) s) (princ 'pt s)) (with-output-to-string (s) (print-object (make-instance 'point) s)))  ;=> \"PT\""
  (prin1 object stream))

(defproc initialize-instance (object &rest values)
  "Gives the slots of a new object their first values. Programs define methods for it.

(progn (defclass point () ((x :initarg :x))) (slot-value (initialize-instance (make-instance 'point) :x 1) 'x))  ;=> 1"
  (apply %initialize-object object values))

(defproc shared-initialize (object names &rest values)
  "Gives the slots of an object the values of keywords, and those with the names (t stands for all) their defaults.
Programs define methods for it.

(progn (defclass point () ((x :initarg :x))) (slot-value (shared-initialize (make-instance 'point) t :x 1) 'x))  ;=> 1"
  (%fill-slots object names values)
  object)

(defproc no-applicable-method (generic &rest arguments)
  "Raises the error that no method fits the arguments. Programs define methods for it.

(no-applicable-method 'f 1)  ;!! user-error"
  (#'error (format nil "~a: no method fits the arguments ~s" (%generic-name-of generic) arguments)))

(defproc slot-unbound (class object name)
  "Raises the error that a slot has no value. Programs define methods for it, whose value is then that of the slot.

(progn (defclass point () (x)) (slot-unbound (find-class 'point) (make-instance 'point) 'x))                                                ;!! user-error
(progn (defclass point () (x)) (defmethod slot-unbound (class (p point) name) 0) (slot-value (make-instance 'point) 'x))                     ;=> 0"
  (#'error 'unbound-slot :name name :instance object))

(defproc slot-missing (class object name operation &optional value)
  "Raises the error that an object has no such slot. Programs define methods for it.

(progn (defclass point () ()) (slot-value (make-instance 'point) 'x))                                                                       ;!! user-error
(progn (defclass point () ()) (defmethod slot-missing (class (p point) name operation &optional value) name) (slot-value (make-instance 'point) 'x))  ;=> x"
  (#'error (format nil "~a: an object of class ~s has no slot ~s" operation (%class-name class) name)))

(defproc allocate-instance (class &rest values)
  "A new object of a class, whose slots have no values.

(progn (defclass point () ((x :initform 1))) (slot-boundp (allocate-instance (find-class 'point)) 'x))  ;=> nil"
  (%new-object class))

(defproc unbound-slot-instance (condition)
  "The object whose slot has no value.

(progn (defclass point () (x)) (handler-case (slot-value (make-instance 'point) 'x) (unbound-slot (c) (typep (unbound-slot-instance c) 'point))))  ;=> t"
  (%slot condition 'instance))

(defproc reinitialize-instance (object &rest values)
  "Gives the slots of an object the values of keywords. Returns the object.

(progn (defclass point () ((x :initarg :x))) (slot-value (reinitialize-instance (make-instance 'point :x 1) :x 2) 'x))  ;=> 2"
  (%call-standard 'shared-initialize %fill-slots-with (list* object nil values))
  object)

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
  "The index of a slot, or the list that holds a shared value; nil if there is no such slot."
  (let ((class (%class-of-record object)))
    (cond
      (class (table-ref (%class-field class 5) name))
      ((record? object) (find-index (lambda (f) (= f name)) (record-fields object)))
      (t nil))))

(defproc %missing-slot (object name operation &rest value)
  "Handles access to a slot that is not there."
  (%call-standard 'slot-missing slot-missing (list* (class-of object) object name operation value)))

(defproc %raw-slot (object name)
  "Returns the content of a slot, the mark of an unbound one included."
  (let ((place (%slot-place object name)))
    (if place (%place-content object place) (%missing-slot object name 'slot-value))))

(defproc %place-content (object place)
  "Returns the content of a slot in its place."
  (if (pair? place) (first place) (%record-field object place)))

(defproc %set-place (object place value)
  "Puts a value into the place of a slot. Returns the value."
  (if (pair? place) (set-car! place value) (%set-record-field object place value))
  value)

(defproc %slot (object name)
  "The value of a slot."
  (let ((value (%own-slot object name %no-value)))
    (if (eq value %no-value) (%shared-slot object name) value)))

(defproc %shared-slot (object name)
  "The value of a slot that all objects of a class share, or that has none."
  (let ((value (%raw-slot object name)))
    (if (eq value %no-value)
      (%call-standard 'slot-unbound slot-unbound (list (class-of object) object name))
      value)))

(defproc %set-slot-value (object name value)
  "Gives a slot a value. Returns the value."
  (unless (%set-own-slot object name value)
    (let ((place (%slot-place object name)))
      (if place (%set-place object place value) (%missing-slot object name 'setf value))))
  value)

(defproc slot-value (object name)
  "The value of a slot.

(progn (defclass point () ((x :initform 1))) (slot-value (make-instance 'point) 'x))  ;=> 1"
  (%slot object name))

(defproc slot-boundp (object name)
  "Returns whether the slot has a value.

(progn (defclass point () (x)) (slot-boundp (make-instance 'point) 'x))  ;=> nil"
  (not (eq (%raw-slot object name) %no-value)))

(defproc slot-makunbound (object name)
  "Takes the value of a slot away. Returns the object.

(progn (defclass point () ((x :initform 1))) (slot-boundp (slot-makunbound (make-instance 'point) 'x) 'x))  ;=> nil"
  (%set-slot-value object name %no-value)
  object)

(defproc slot-exists-p (object name)
  "Returns whether the object has such a slot.

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
  (or (%built-in-class name) (if must (%known-class 'find-class name) (%find-class name))))

(defproc %set-class (name class)
  "Lets a name mean a class, or with nil, none."
  (if class (table-set! %classes name class) (table-remove! %classes name))
  class)

(defproc class-of (object)
  "The class of an object; for things of other kinds their type's name.

(progn (defclass point () ()) (class-name (class-of (make-instance 'point))))  ;=> point"
  (or (%class-of-record object) (let ((name (if (float? object) 'double-float (first (%class-precedence-of object)))))
                                  (or (%built-in-class name) name))))

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
      (special-operator (t)))))

(defproc %class-precedence-of (object)
  "The names of the classes of an object, the most special first."
  (let ((class (%class-of-record object)))
    (cond
      (class (append (%class-field class 3) '(t)))
      ((record? object) (%structure-precedence (type-of object)))
      ((condition? object) (append (%core-condition-types object) '(t)))
      (t (table-ref %kinds (type-of object) '(t))))))

(defproc %structure-precedence (name)
  "The names of a structure's types."
  (let ((structure (table-ref %structures name)))
    (cond
      ((null? structure) (list name t))
      ((third structure) (cons name (%structure-precedence (third structure))))
      (t (list name 'structure-object t)))))

(defproc %instance-of? (object name)
  "Returns whether the object is of the class or structure type of that name."
  (cond
    ((record? object)
      (let ((class (%class-of-record object)))
        (if class
          (or (member? name (%class-field class 3)) (eq name t))
          (member? name (%structure-precedence (type-of object))))))
    ((condition? object) (%condition-of-type? object name))
    (t nil)))
