; Common Lisp: generic functions and methods.

; Generic functions: the record of one has its name, its methods, the memory of those chosen before (see
; src/dispatch.rs), how its methods are combined, the number of its parameters (nil if there are other ones than required
; ones), and whether a slot's definition has made it, as a `reader` or `writer`.
;
; A method is a list: qualifier, specializers, a function that returns the method's function, given that of the next
; method or nil, the keywords it takes, and the name of the slot if it does nothing but read or write one.

(setq %generic-type (%make-structure-type 'generic '(name methods memory combination count access) nil 'opaque))

(setq %generics (make-table))

(defmacro defgeneric (name params &rest options)
  "Defines a generic function, with `(:method ...)` also methods. Returns the name.

(progn (defgeneric area (shape) (:documentation \"The area.\")) (defmethod area ((n number)) (* n n)) (area 3))  ;=> 9
(progn (defgeneric f (x)) (f 1))  ;!! user-error"
  (let ((combination (assoc :method-combination options)))
    (list* progn
      (list %generic (list quote (%generic-name name)) (list quote params))
      (list %set-documentation (list quote name) ''function (second (assoc :documentation options)))
      (if (and combination (not (= (second combination) 'standard)))
        (list %set-combination (list quote (%generic-name name)) (list quote (rest combination)))
        nil)
      (append
        (map-with (lambda (m) (list* #'defmethod name (rest m))) (filter (lambda (o) (= (first o) :method)) options))
        (list (list quote name))))))

; Method combinations: a table from names to functions of a list of functions without arguments.

(setq %combinations
  (list->table
    (list
      (list 'progn (lambda (calls)
                     (let loop ((l calls)) (if (rest l) (progn ((first l)) (loop (rest l))) ((first l))))))
      (list 'and (lambda (calls) (let loop ((l calls)) (if (rest l) (if ((first l)) (loop (rest l)) nil) ((first l))))))
      (list 'or (lambda (calls) (let loop ((l calls)) (if (rest l) (or ((first l)) (loop (rest l))) ((first l))))))
      (list '+ (%combining +)) (list 'list (%combining list)) (list 'append (%combining append))
      (list 'nconc (%combining (lambda (&rest lists) (apply nconc lists)))) (list 'max (%combining max))
      (list 'min (%combining min)))))

(defproc %combining (f)
  "The way to combine methods that calls `f` with the values of all."
  (lambda (calls) (apply f (map-with (lambda (call) (call)) calls))))

(defmacro define-method-combination (name &rest options)
  "Defines a name for a way to combine methods: by calling an operator with the values of all. Only the short form is
supported.

(progn (define-method-combination * :operator *) (defgeneric f (x) (:method-combination *)) (defmethod f * ((x number)) 2) (defmethod f * ((x integer)) 3) (f 1))  ;=> 6"
  (if (or (null? options) (keyword? (first options)))
    (let ((operator (or (%option :operator options) name)))
      (list progn
        (list table-set! %combinations (list quote name)
          (list or (list table-ref %combinations (list quote operator))
                (list %combining (list lambda '(&rest values) (list apply (list function operator) 'values)))))
        (list quote name)))
    (error "define-method-combination: the long form is not supported")))

(defproc %set-combination (name combination)
  "Says how the methods of a generic function are combined: a name, and perhaps the order."
  (unless (table-ref %combinations (first combination))
    (error (format nil "defgeneric: there is no method combination ~a" (first combination))))
  (let ((generic (%generic name nil)))
    (record-set! %generic-type generic 3 combination)
    (%set-methods generic (record-ref %generic-type generic 1))))

(defproc %generic-name (name)
  "The symbol for the name of a generic function."
  (if (pair? name) (%setter-name (second name)) name))

(defproc %generic (name params &optional access)
  "The generic function of that name; a new one with these parameters if there is none. One that the layer defines has
what that does as its most general method."
  (or (table-ref %generics name)
    (let* ((standard (%standard-method name))
           (count (if (or standard (some? %marker? params)) nil (list-length params)))
           (generic (make-record %generic-type name nil (vector nil nil nil) nil count (if standard nil access))))
      (table-set! %generics name generic)
      (when (member? name '(initialize-instance shared-initialize)) (setq %initializes-by-methods t))
      (%set-discriminator generic params)
      (when standard (%add-multimethod generic nil '(t) (lambda (next) standard) nil nil))
      generic)))

(defproc %marker? (parameter)
  "Returns whether a parameter is a word such as `&key`."
  (and (symbol? parameter) (string-prefix? "&" (symbol->string parameter))))

(defproc %set-discriminator (generic params)
  "Gives the name of a generic function the function that chooses the methods, with these parameters if they are required
ones."
  (let* ((name (record-ref %generic-type generic 0))
         (params (if (record-ref %generic-type generic 4) params '(&rest arguments))))
    (%set-function name
      (eval (list %labels (list (list name params (%discriminator-form generic params))) (list function name))))
    (table-set! %generics-by-function (symbol-function name) generic)))

(defproc %discriminator-form (generic params)
  "The form that calls the method for the values of the parameters."
  (let* ((memory (list quote (record-ref %generic-type generic 2))) (generic-form (list quote generic))
         (choice (lambda (known) (list or known (list %choose-method generic-form (cons list params)))))
         (slowly (list* funcall (list %method-now generic-form (cons list params)) params)))
    (case (if (record-ref %generic-type generic 4) (record-ref %generic-type generic 5) 'variadic)
      (reader
        (let ((content (gensym "content")))
          (list let (list (list content (list %slot-by-reader memory (first params) (list quote %no-value))))
            (list if (list eq content (list 'quote %no-value)) slowly content))))
      (writer (list if (cons %set-slot-by-writer (cons memory params)) (first params) slowly))
      (variadic
        (list apply
          (list or (list %method-for-list memory 'arguments) (list %choose-method generic-form 'arguments))
          'arguments))
      (t
        (list* funcall
          (list or (list* %method-for memory params) (list %choose-method generic-form (cons list params)))
          params)))))

(setq %generics-by-function (make-table))

(defproc %standard-method (name)
  "Returns the dialect's own function for a name for which programs define methods; nil for other names."
  (case name
    (print-object (lambda (object stream) (%write-text (%cl-text object t) stream) object))
    (initialize-instance %initialize-object)
    (shared-initialize %fill-slots-with)
    (make-instance make-instance)
    (reinitialize-instance reinitialize-instance)
    (allocate-instance allocate-instance)
    (no-applicable-method no-applicable-method)
    (slot-unbound slot-unbound)
    (slot-missing slot-missing)
    (t nil)))

(defproc %call-standard (name f arguments)
  "Calls the generic function of that name if the program has methods for it, else `f`."
  (let ((generic (table-ref %generics name)))
    (if generic (apply (%method-now generic arguments) arguments) (apply f arguments))))

(defproc %generic-name-of (generic)
  "The name of a generic function, which may be the function itself."
  (let ((record (if (symbol? generic) nil (table-ref %generics-by-function generic))))
    (if record (record-ref %generic-type record 0) generic)))

(defproc %generic-of (gf)
  "Returns the record of a generic function."
  (or (table-ref %generics-by-function gf)
    (#'error 'simple-type-error :format-control "~s is no generic function" :format-arguments (list gf)
      :datum gf :expected-type 'generic-function)))

(defproc %method-takes-keyword? (name keyword)
  "Returns whether a method of the generic function of that name, if there is one, takes the keyword."
  (let ((generic (table-ref %generics name)))
    (and generic
      (some? (lambda (m) (or (= (fifth m) t) (member? keyword (fifth m)))) (record-ref %generic-type generic 1)))))

(defproc compute-applicable-methods (gf arguments)
  "The methods of a generic function that fit the arguments, the most special first.

(progn (defmethod f ((x integer)) 1) (defmethod f (x) 2) (length (compute-applicable-methods #'f '(5))))  ;=> 2"
  (%applicable (%generic-of gf) arguments))

(defproc find-method (gf qualifiers specializers &optional (must t))
  "The method of a generic function with these qualifiers and specializers.

(progn (defmethod f ((x integer)) 1) (not (find-method #'f '() (list 'integer))))  ;=> nil
(progn (defmethod f ((x integer)) 1) (find-method #'f '() (list 'string) nil))     ;=> nil"
  (let ((specializers (map-with %class-name specializers)))
    (or
      (find-if
        (lambda (m) (and (= (second m) (first qualifiers)) (%same-specializers? (third m) specializers)))
        (record-ref %generic-type (%generic-of gf) 1))
      (if must (#'error "find-method: there is no such method for ~s" specializers) nil))))

(defproc remove-method (gf method)
  "Takes a method off a generic function, which is returned.

(progn (defmethod f ((x integer)) 1) (defmethod f (x) 2) (remove-method #'f (find-method #'f '() (list 'integer))) (f 5))  ;=> 2"
  (let ((generic (%generic-of gf)))
    (%set-methods generic (remove-if (lambda (m) (eq m method)) (record-ref %generic-type generic 1)))
    gf))

(defproc method-qualifiers (method)
  "The qualifiers of a method.

(progn (defmethod f :before ((x integer)) 1) (method-qualifiers (find-method #'f '(:before) (list 'integer))))  ;=> (:before)"
  (if (second method) (list (second method)) nil))

(defmacro defmethod (name &rest parts)
  "Defines a method of a generic function for arguments of classes, types or single values (`(eql x)`). Qualifiers are
`:before`, `:after` and `:around`; in the body `(call-next-method)` calls the next more general method. Returns the
name.

(progn (defmethod size ((x string)) (length x)) (defmethod size (x) 1) (list (size \"abc\") (size 'a)))  ;=> (3 1)
(progn (defclass a () ()) (defclass b (a) ()) (defmethod f ((x a)) '(a)) (defmethod f ((x b)) (cons 'b (call-next-method))) (f (make-instance 'b)))  ;=> (b a)
(progn (defmethod g ((n (eql 0))) 'zero) (defmethod g ((n integer)) 'other) (list (g 0) (g 1)))  ;=> (zero other)"
  (let* ((qualifier (if (or (keyword? (first parts)) (symbol? (first parts))) (first parts) nil))
         (others (if qualifier (rest parts) parts))
         (params (first others))
         (body (rest others))
         (required (take-while (lambda (p) (not (%marker? p))) params))
         (after (drop (list-length required) params))
         (names (map-with (lambda (p) (if (pair? p) (first p) p)) required))
         (specializers (map-with (lambda (p) (if (pair? p) (%specializer-form (second p)) t)) required))
         (plain (append names (if (and (member '&key after) (not (member '&allow-other-keys after)))
                                (%open-keys after)
                                after))))
    (list progn
      (list %add-method-to (list quote (%generic-name name)) (list quote (append names after)) (list quote qualifier)
        (cons list specializers)
        (%method-maker (if (pair? name) (second name) name) plain body)
        (list quote (if (member '&allow-other-keys after)
                      t
                      (map-with %parameter-keyword
                                (remove '&allow-other-keys (%after-marker '&key (%before-marker '&aux after)))))))
      (list quote name))))

(defproc %open-keys (params)
  "Parameters after the required ones, where other keywords are allowed, too."
  (append (%before-marker '&aux params) (list '&allow-other-keys) (member '&aux params)))

(defproc %specializer-form (specializer)
  "The form for a specializer: a class name, or a list of `eql` and a value."
  (if (pair? specializer)
    (list list (list quote 'eql) (second specializer))
    (list quote (%class-name specializer))))

(defproc %method-maker (name params body)
  "The form for the function that returns the function of a method, given that of the next one."
  (let ((next (gensym "next")))
    (receive (params body) (%cl-parameters params body)
      (let ((f (list lambda params (list* block name body))))
        (list lambda (list next)
          (if (%mentions? '(call-next-method next-method-p) body) (%with-next f params next) f))))))

(defproc %with-next (f params next)
  "The form for a function like `f`, which may call the next method."
  (let* ((plain (not (some? (lambda (p) (or (pair? p) (%marker? p))) params)))
         (given (if plain (map-with (lambda (p) (gensym "given")) params) (gensym "given")))
         (call (lambda (g) (if plain (list* funcall g given) (list apply g given))))
         (calls-next (call next)))
    (list lambda (if plain given (list '&rest given))
      (list %flet
        (list
          (if (%passes-arguments? f)
            (list 'call-next-method '(&rest more)
              (list if next (list if 'more (list apply next 'more) calls-next) (list %no-next-method)))
            (list 'call-next-method nil (list if next calls-next (list %no-next-method))))
          (list 'next-method-p nil (list not (list not next))))
        (call f)))))

(defproc %no-next-method ()
  "The error that there is no next method to call."
  (error "call-next-method: there is no next method"))

(defproc %passes-arguments? (form)
  "Returns whether `call-next-method` occurs in the form otherwise than as a call without arguments."
  (cond
    ((not (pair? form)) (eq form 'call-next-method))
    ((eq (car form) 'call-next-method) (pair? (cdr form)))
    (t (let loop ((l form))
         (if (pair? l) (or (%passes-arguments? (car l)) (loop (cdr l))) (eq l 'call-next-method))))))

(defproc %mentions? (names form)
  "Returns whether one of the names occurs in the form."
  (if (pair? form)
    (or (%mentions? names (car form)) (%mentions? names (cdr form)))
    (member? form names)))

(defproc %add-method-to (name params qualifier specializers maker keywords)
  "Adds a method with these parameters to the generic function of that name."
  (let* ((generic (%generic name params)) (count (if (some? %marker? params) nil (list-length params))))
    (unless (member? qualifier (list nil :before :after :around (first (record-ref %generic-type generic 3))))
      (error (format nil "defmethod: ~a is not a qualifier of methods of ~a" qualifier name)))
    (when (and (record-ref %generic-type generic 4) (not (eq (record-ref %generic-type generic 4) count)))
      (record-set! %generic-type generic 4 nil)
      (record-set! %generic-type generic 5 nil)
      (%set-discriminator generic nil))
    (when (and (= name 'print-object) specializers)
      (table-set! %printers (first specializers)
        (lambda (object stream) (%call-standard 'print-object nil (list object stream)))))
    (%add-multimethod generic qualifier specializers maker keywords nil)))

(defproc %add-accessor (name class slot access)
  "Adds a method that reads or writes the slot to the generic function of that name."
  (if (eq access 'reader)
    (%add-multimethod (%generic name '(object) access) nil (list class)
      (lambda (next) (lambda (object) (%slot object slot))) nil slot)
    (%add-multimethod (%generic name '(value object) access) nil (list t class)
      (lambda (next) (lambda (value object) (%set-slot-value object slot value))) nil slot)))

(defproc %add-multimethod (generic qualifier specializers maker keywords slot)
  "Adds a method, in place of one with the same qualifier and specializers."
  (let ((others
          (remove-if (lambda (m) (and (= (second m) qualifier) (%same-specializers? (third m) specializers)))
                     (record-ref %generic-type generic 1))))
    (%set-methods generic (cons (list 'method qualifier specializers maker keywords slot) others))
    generic))

(defproc %same-specializers? (a b)
  "Returns whether methods with these specializers are for the same arguments."
  (cond
    ((or (null? a) (null? b)) (and (null? a) (null? b)))
    ((if (and (pair? (first a)) (pair? (first b)))
       (eql (second (first a)) (second (first b)))
       (eq (first a) (first b)))
      (%same-specializers? (rest a) (rest b)))
    (t nil)))

(defproc %set-methods (generic methods)
  "Gives a generic function its methods, and forgets which of them are for which arguments."
  (record-set! %generic-type generic 1 methods)
  (let ((memory (record-ref %generic-type generic 2))
        (singles (filter pair? (append-map third methods)))
        (most (fold-left (lambda (most m) (max most (list-length (third m)))) 0 methods)))
    (aset memory 0 nil)
    (aset memory 1
      (filter (lambda (i) (some? (lambda (m) (not (member? (nth i (third m)) '(t nil)))) methods))
              (list-tabulate most identity)))
    (aset memory 2
      (if singles
        (let ((table (%make-hash-table 'eql)))
          (dolist (s singles) (table-set! table (second s) s))
          table)
        nil))))

(defproc %method-now (generic arguments)
  "Returns the function that a generic function calls for the arguments."
  (let ((known (%method-for-list (record-ref %generic-type generic 2) arguments)))
    (if (procedure? known) known (%choose-method generic arguments))))

(defproc %choose-method (generic arguments)
  "Returns the function for the arguments, which the generic function remembers. One that only reads or writes a slot
remembers where that is."
  (let* ((effective (%effective generic arguments)) (f (%effective-function generic effective)))
    (%remember-method (record-ref %generic-type generic 2) arguments
      (or (if (record-ref %generic-type generic 5) (%slot-accessed effective (last arguments)) nil) f))
    f))

(defproc %slot-accessed (effective object)
  "The index of the slot that an effective method accesses without doing more, or nil."
  (let* ((primary (first (third effective)))
         (slot (if (or (first effective) (second effective) (fourth effective) (fifth effective)) nil (sixth primary)))
         (place (if slot (%slot-place object slot) nil)))
    (if (pair? place) nil place)))

(defproc %effective-function (generic effective)
  "Returns the function that calls the methods of an effective method."
  (let* ((count (record-ref %generic-type generic 4)) (primary (third effective)) (combine (fifth effective)))
    (%chain (first effective)
      (cond
        (combine (%combined combine (map-with (lambda (m) ((fourth m) nil)) primary)))
        (primary
          (%calling-before count (map-with (lambda (m) ((fourth m) nil)) (second effective))
            (%calling-after count (map-with (lambda (m) ((fourth m) nil)) (fourth effective)) (%chain primary nil))))
        (t nil)))))

(defproc %chain (methods next)
  "Returns the function of the first of the methods, whose next one is the second, and so on; the last one's is `next`."
  (if methods ((fourth (first methods)) (%chain (rest methods) next)) next))

(defproc %combined (combine functions)
  "Returns the function that combines what all of them return."
  (lambda (&rest arguments) (combine (map-with (lambda (f) (lambda () (apply f arguments))) functions))))

(defproc %calling-before (count functions f)
  "Returns `f`, a function of as many arguments (nil for any number), with calls of other functions before."
  (if functions
    (let ((g (first functions)) (f (%calling-before count (rest functions) f)))
      (case count
        (1 (lambda (a) (g a) (f a)))
        (2 (lambda (a b) (g a b) (f a b)))
        (t (lambda (&rest arguments) (apply g arguments) (apply f arguments)))))
    f))

(defproc %calling-after (count functions f)
  "Returns `f`, a function of as many arguments (nil for any number), with calls of other functions after it."
  (if functions
    (%calling-after count (rest functions)
      (let ((g (first functions)))
        (case count
          (1 (lambda (a) (multiple-value-prog1 (f a) (g a))))
          (2 (lambda (a b) (multiple-value-prog1 (f a b) (g a b))))
          (t (lambda (&rest arguments) (multiple-value-prog1 (apply f arguments) (apply g arguments)))))))
    f))

(defproc %effective (generic arguments)
  "Returns the effective method: lists of the methods around, before, the primary ones, and after."
  (let* ((ranked (%applicable generic arguments))
         (of-kind (lambda (qualifier) (filter (lambda (m) (= (second m) qualifier)) ranked)))
         (combination (record-ref %generic-type generic 3))
         (primary (of-kind (first combination)))
         (primary (if (= (second combination) :most-specific-last) (reverse primary) primary)))
    (if (or primary (of-kind :around))
      (list (of-kind :around) (of-kind :before) primary (reverse (of-kind :after))
        (if combination (table-ref %combinations (first combination)) nil))
      (list nil nil
        (list
          (list 'method nil nil
            (lambda (next)
              (lambda (&rest arguments)
                (%call-standard 'no-applicable-method no-applicable-method
                  (cons (symbol-function (record-ref %generic-type generic 0)) arguments))))))
        nil nil))))

(defproc %applicable (generic arguments)
  "The methods that fit the arguments, the most special first."
  (let* ((n (list-length arguments))
         (precedences (map-with %class-precedence-of arguments))
         (fitting
           (filter
             (lambda (m)
               (and (<= (list-length (third m)) n) (every? identity (map-with %fits? (third m) arguments precedences))))
             (record-ref %generic-type generic 1)))
         (rank (lambda (m) (map-with %specializer-rank (third m) arguments precedences))))
    (sort fitting (lambda (a b) (%ranks-before? (rank a) (rank b))))))

(defproc %fits? (specializer argument precedence)
  "Returns whether an argument fits a specializer."
  (if (pair? specializer)
    (eql argument (second specializer))
    (member? specializer precedence)))

(defproc %specializer-rank (specializer argument precedence)
  "Returns the rank of a specializer for an argument, which is higher for more general ones: a single value has the
least."
  (if (pair? specializer) -1 (or (find-index (lambda (c) (= c specializer)) precedence) 100)))

(defproc %ranks-before? (a b)
  "Returns whether the first list of ranks is the smaller one."
  (cond
    ((null? a) nil)
    ((null? b) t)
    ((= (first a) (first b)) (%ranks-before? (rest a) (rest b)))
    (t (< (first a) (first b)))))
