; Common Lisp: structures.

(setq %structures (make-table))

(defmacro defstruct (name-and-options &rest slots)
  "Defines a type of structures with named slots: a constructor that takes keywords, accessors, a predicate and a
copier. Options: `:conc-name`, `:constructor`, `:copier`, `:predicate`, `:include`, `:print-function`, `:type` (`list`
or `vector`: structures are such things, with `:named` their name first). Returns the name.

(progn (defstruct point (x 0) y) (let ((p (make-point :y 5))) (list (point-x p) (point-y p) (point-p p))))  ;=> (0 5 t)
(progn (defstruct point x y) (let ((p (make-point :x 1))) (setf (point-x p) 7) (point-x p)))                 ;=> 7
(progn (defstruct point x y) (prin1 (make-point :x 1 :y 2)) nil)                                             ;>> #S(POINT :X 1 :Y 2)
(progn (defstruct animal name) (defstruct (dog (:include animal)) breed) (animal-name (make-dog :name 'rex)))  ;=> rex
(progn (defstruct (point (:constructor point (x y))) x y) (point-y (point 1 2)))                              ;=> 2
(progn (defstruct (point (:type list)) x y) (make-point :x 1 :y 2))                                            ;=> (1 2)"
  (if (and (pair? name-and-options) (assoc :type (remove-if-not pair? (rest name-and-options))))
    (%typed-structure (first name-and-options) (map-with (lambda (o) (if (pair? o) o (list o))) (rest name-and-options))
      (map-with (lambda (s) (if (pair? s) s (list s nil))) (if (string? (first slots)) (rest slots) slots)))
    (%record-structure name-and-options slots)))

(defproc %typed-structure (name options slots)
  "The definitions of structures that are lists or vectors."
  (let* ((named (not (not (assoc :named options))))
         (kind (second (assoc :type options)))
         (kind (if (pair? kind) (first kind) kind))
         (maker (append (list (if (= kind 'list) list vector)) (if named (list (list quote name)) nil)))
         (prefix (%structure-prefix name options))
         (predicate (%symbol-here name '-p))
         (included (assoc :include options))
         (slots
           (append
             (if included (%overridden (%typed-slots (second included)) (cddr included)) nil)
             (list-tabulate (or (second (assoc :initial-offset options)) 0) (lambda (i) (list (gensym "skipped") nil)))
             slots)))
    (table-set! %typed-structures name slots)
    (cons progn
      (append
        (list (list table-set! %typed-structures (list quote name) (list quote slots)))
        (%structure-constructors name options maker slots)
        (if named
          (list (list defun predicate '(object)
                  (if (= kind 'list)
                    (list and (list pair? 'object) (list eq (list car 'object) (list quote name)))
                    (list and (list array? 'object) (list eq (list aref 'object 0) (list quote name))))))
          nil)
        (list (list defun (%symbol-here 'copy- name) '(object) (list duplicate 'object)))
        (apply append
          (map-indexed
            (lambda (i slot)
              (let ((accessor (%intern-here (string-append prefix (symbol->string (first slot)))))
                    (at (if named (+ i 1) i)))
                (list
                  (list defun accessor '(object) (if (= kind 'list) (list nth at 'object) (list aref 'object at)))
                  (list %define-element-setter (list quote accessor) at))))
            slots))
        (list (list quote name))))))

(setq %typed-structures (make-table))

(defproc %typed-slots (name)
  "The slots of a structure that is a list or vector."
  (or (table-ref %typed-structures name) (#'error "defstruct: there is no structure ~s to include" name)))

(defproc %define-element-setter (name index)
  "Says what `setf` makes of an accessor: a change of an element."
  (table-set! %setf-definitions name (lambda (arguments value) (list %set-elt (first arguments) index value))))

(defproc %record-structure (name-and-options slots)
  "The definitions of structures of a type of their own."
  (let* ((name (if (pair? name-and-options) (first name-and-options) name-and-options))
         (options (map-with (lambda (o) (if (pair? o) o (list o)))
                            (if (pair? name-and-options) (rest name-and-options) nil)))
         (slots (map-with (lambda (s) (if (pair? s) s (list s nil))) (if (string? (first slots)) (rest slots) slots)))
         (parent-option (assoc :include options))
         (parent (if parent-option (%structure (second parent-option)) nil))
         (inherited (if parent (%overridden (second parent) (cddr parent-option)) nil))
         (all (append inherited slots))
         (fields (map-with first all))
         (type (%make-structure-type name fields (if parent (first parent) nil) nil))
         (prefix (%structure-prefix name options)))
    (table-set! %structures name (list type all (if parent-option (second parent-option) nil)))
    (list* progn
      (list table-set! %structures (list quote name)
            (list quote (list type all (if parent-option (second parent-option) nil))))
      (append
        (%structure-constructors name options (list make-record type) all)
        (%structure-predicate name options type)
        (%structure-copier name options)
        (apply append (map-indexed (lambda (i slot)
                                     (%structure-accessor prefix (first slot) type i (%option :read-only (cddr slot))))
                        all))
        (%structure-printer name options)
        (list (list quote name))))))

(defproc %structure (name)
  "Returns the definition of a type of structures: its number, its slots, the name of the one that it includes."
  (or (table-ref %structures name) (error (format nil "defstruct: there is no structure ~s to include" name))))

(defproc %overridden (slots changes)
  "The slots, with the default values that some of them have been given again."
  (let ((changes (map-with (lambda (c) (if (pair? c) c (list c nil))) changes)))
    (map-with (lambda (s) (or (assoc (first s) changes) s)) slots)))

(defproc %structure-prefix (name options)
  "Returns the prefix of the names of accessors."
  (let ((option (assoc :conc-name options)))
    (cond
      ((null? option) (string-append (symbol->string name) "-"))
      ((null? (rest option)) "")
      ((null? (second option)) "")
      ((string? (second option)) (string-downcase (second option)))
      (t (symbol->string (second option))))))

(defproc %structure-constructors (name options maker slots)
  "The definitions of the constructors."
  (let* ((given (filter (lambda (o) (= (first o) :constructor)) options))
         (given (if given given (list (list :constructor (%symbol-here 'make- name)))))
         (given (filter (lambda (o) (or (null? (rest o)) (second o))) given)))
    (map-with
      (lambda (option)
        (let ((constructor (if (rest option) (second option) (%symbol-here 'make- name))))
          (if (cddr option)
            (%positional-constructor constructor (third option) maker slots)
            (list defun constructor
              (cons '&key (map-with (lambda (s) (list (first s) (second s))) slots))
              (append maker (map-with first slots))))))
      given)))

(defproc %positional-constructor (name params maker slots)
  "A constructor with a parameter list; slots that are no parameters have their default values."
  (let* ((mentioned (%parameter-names params))
         (defaults (%defaulted params slots)))
    (list defun name defaults
      (list let*
        (map-with (lambda (s) (list (first s) (second s))) (remove-if (lambda (s) (member? (first s) mentioned)) slots))
        (append maker (map-with first slots))))))

(defproc %parameter-names (params)
  "The variables of a parameter list."
  (map-with (lambda (p) (cond ((not (pair? p)) p) ((pair? (first p)) (second (first p))) (t (first p))))
    (remove-if (lambda (p) (and (symbol? p) (string-prefix? "&" (symbol->string p)))) params)))

(defproc %defaulted (params slots)
  "The parameter list, where optional parameters without a default have that of their slot."
  (let loop ((l params) (optional nil) (result nil))
    (cond
      ((null? l) (reverse result))
      ((member? (first l) '(&optional &key &aux)) (loop (rest l) t (cons (first l) result)))
      ((= (first l) '&rest) (loop (cddr l) optional (list* (second l) '&rest result)))
      ((and optional (symbol? (first l)) (assoc (first l) slots))
        (loop (rest l) optional (cons (list (first l) (second (assoc (first l) slots))) result)))
      (t (loop (rest l) optional (cons (first l) result))))))

(defproc %structure-predicate (name options type)
  "The definition of the predicate."
  (let* ((option (assoc :predicate options))
         (predicate (if (and option (rest option)) (second option) (%symbol-here name '-p))))
    (if predicate (list (list defun predicate '(object) (list record-of-type? type 'object))) nil)))

(defproc %structure-copier (name options)
  "The definition of the copier."
  (let* ((option (assoc :copier options))
         (copier (if (and option (rest option)) (second option) (%symbol-here 'copy- name))))
    (if copier (list (list defun copier '(object) (list duplicate 'object))) nil)))

(defproc %structure-accessor (prefix slot type index read-only)
  "The definition of an accessor, and what `setf` makes of it unless the slot is read only."
  (let ((name (%intern-here (string-append prefix (symbol->string slot)))))
    (list
      (list defun name '(object) (list record-ref type 'object index))
      (list (if read-only %forget-setter %define-setter) (list quote name) type index))))

(defproc %forget-setter (name type index)
  "A slot that is read only cannot be changed by `setf`."
  (table-remove! %setf-definitions name))

(defproc %define-setter (name type index)
  "Says what `setf` makes of an accessor: a change of the field."
  (table-set! %setf-definitions name (lambda (arguments value) (list record-set! type (first arguments) index value))))

(defproc %structure-printer (name options)
  "The forms that set the printer of a structure."
  (let ((old (assoc :print-function options)) (new (assoc :print-object options)))
    (cond
      ((and old (second old))
        (list (list table-set! %printers (list quote name)
                (list lambda '(object stream) (list funcall (list function (second old)) 'object 'stream 0)))))
      ((and new (second new))
        (list (list table-set! %printers (list quote name)
                (list lambda '(object stream) (list funcall (list function (second new)) 'object 'stream)))))
      (t nil))))

(defproc copy-structure (object)
  "A copy of a structure.

(progn (defstruct point x) (point-x (copy-structure (make-point :x 1))))  ;=> 1"
  (duplicate object))
