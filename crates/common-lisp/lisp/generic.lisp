; Common Lisp: generic functions and methods.

; Generic functions: the record of one has its name, its methods, a vector for the dispatch, and how its methods are
; combined. A method is a list: qualifier, specializers, function of the list of arguments and the list of next methods.
;
; The vector has a table from the kind of the first argument to the effective method, or to such a table for the next
; argument. Then whether a method is for a single value, and on how many arguments methods specialize. An effective
; method is a pair: a function of the list of arguments and the list of next methods, and that list.

(setq %generic-type (%make-structure-type 'generic '(name methods dispatch combination) nil 'opaque))

(setq %generics (make-table))

(defmacro defgeneric (name params &rest options)
  "Defines a generic function, with `(:method ...)` also methods. Returns the name.

(progn (defgeneric area (shape) (:documentation \"The area.\")) (defmethod area ((n number)) (* n n)) (area 3))  ;=> 9
(progn (defgeneric f (x)) (f 1))  ;!! user-error"
  (let ((combination (assoc :method-combination options)))
    (list* progn
      (list %generic (list quote (%generic-name name)))
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
  (record-set! %generic-type (%generic name) 3 combination))

(defproc %generic-name (name)
  "The symbol for the name of a generic function."
  (if (pair? name) (%setter-name (second name)) name))

(setq %generics-by-function (make-table))

(defproc %generic (name)
  "The generic function of that name; a new one if there is none. One that the layer defines has what that does as its
most general method."
  (or (table-ref %generics name)
    (let* ((dispatch (vector (make-table) nil 0))
           (generic (make-record %generic-type name nil dispatch nil))
           (standard (%standard-method name)))
      (table-set! %generics name generic)
      (%set-function name (lambda (&rest arguments) (%dispatch-by dispatch generic arguments)))
      (table-set! %generics-by-function (symbol-function name) generic)
      (when standard
        (%add-multimethod generic nil '(t) (lambda (arguments next) (apply standard arguments)) nil))
      generic)))

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
    (if generic (%dispatch generic arguments) (apply f arguments))))

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
        (lambda (m) (and (= (second m) (first qualifiers)) (= (third m) specializers)))
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
         (required (take-while (lambda (p) (not (and (symbol? p) (string-prefix? "&" (symbol->string p))))) params))
         (after (drop (list-length required) params))
         (names (map-with (lambda (p) (if (pair? p) (first p) p)) required))
         (specializers (map-with (lambda (p) (if (pair? p) (%specializer-form (second p)) t)) required))
         (plain (append names (if (and (member '&key after) (not (member '&allow-other-keys after)))
                                (%open-keys after)
                                after))))
    (list progn
      (list %add-method-to (list quote (%generic-name name)) (list quote qualifier) (cons list specializers)
        (%method-function (if (pair? name) (second name) name) plain body)
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

(defproc %method-function (name params body)
  "The form for the function of a method."
  (let ((arguments (gensym "arguments")) (next (gensym "next")))
    (receive (params body) (%cl-parameters params body)
      (let ((call (%spread-call params (list* block name body) arguments)))
        (list lambda (list arguments next)
          (if (%mentions? '(call-next-method next-method-p) body)
            (list %flet
              (list
                (list 'call-next-method '(&rest more) (list %call-next next (list if 'more 'more arguments)))
                (list 'next-method-p nil (list not (list not next))))
              call)
            call))))))

(defproc %spread-call (params body arguments)
  "The form that evaluates the body with the parameters bound to the elements of the list in a variable. With required
parameters only, a list of the right length calls no function."
  (if (some? (lambda (p) (or (pair? p) (string-prefix? "&" (symbol->string p)))) params)
    (list apply (list lambda params body) arguments)
    (list if (%has-length-form arguments (list-length params))
      (cons (list lambda params body)
            (list-tabulate (list-length params) (lambda (i) (%element-form arguments i))))
      (list apply (list lambda params nil) arguments))))

(defproc %tail-form (list-form n)
  "The form for what follows the first `n` elements of a list."
  (if (= n 0) list-form (list cdr (%tail-form list-form (- n 1)))))

(defproc %element-form (list-form n)
  "The form for the element at position `n` of a list."
  (list car (%tail-form list-form n)))

(defproc %has-length-form (list-form n)
  "The form for whether a list has `n` elements."
  (list and (if (= n 0) t (list pair? (%tail-form list-form (- n 1)))) (list null? (%tail-form list-form n))))

(defproc %mentions? (names form)
  "Returns whether one of the names occurs in the form."
  (if (pair? form)
    (or (%mentions? names (car form)) (%mentions? names (cdr form)))
    (member? form names)))

(defproc %call-next (next arguments)
  "Calls the next method."
  (if next
    ((fourth (first next)) arguments (rest next))
    (error "call-next-method: there is no next method")))

(defproc %add-method-to (name qualifier specializers f keywords)
  "Adds a method to the generic function of that name."
  (let ((generic (%generic name)))
    (unless (member? qualifier (list nil :before :after :around (first (record-ref %generic-type generic 3))))
      (error (format nil "defmethod: ~a is not a qualifier of methods of ~a" qualifier name)))
    (when (and (= name 'print-object) specializers)
      (table-set! %printers (first specializers) (lambda (object stream) (%dispatch generic (list object stream)))))
    (%add-multimethod generic qualifier specializers f keywords)))

(defproc %add-multimethod (generic qualifier specializers f keywords)
  "Adds a method, in place of one with the same qualifier and specializers."
  (let ((others
          (remove-if (lambda (m) (and (= (second m) qualifier) (= (third m) specializers)))
                     (record-ref %generic-type generic 1))))
    (%set-methods generic (cons (list 'method qualifier specializers f keywords) others))
    (when (some? pair? specializers) (aset (record-ref %generic-type generic 2) 1 t))
    generic))

(defproc %set-methods (generic methods)
  "Gives a generic function its methods, and forgets which of them are for which arguments."
  (record-set! %generic-type generic 1 methods)
  (let ((dispatch (record-ref %generic-type generic 2)))
    (aset dispatch 0 (make-table))
    (aset dispatch 2 (fold-left (lambda (most m) (max most (list-length (third m)))) 0 methods))))

(defproc %dispatch (generic arguments)
  "Calls the methods for the arguments."
  (%dispatch-by (record-ref %generic-type generic 2) generic arguments))

(defproc %dispatch-by (dispatch generic arguments)
  "Calls the methods of a generic function, which has this vector for the dispatch."
  (if (aref dispatch 1)
    (%run (%effective generic arguments) arguments)
    (let ((method (or (%known-method dispatch arguments) (%remember-method dispatch generic arguments))))
      ((car method) arguments (cdr method)))))

(defproc %remember-method (dispatch generic arguments)
  "Puts the effective method for arguments like these into the tables of the dispatch, and returns it."
  (let loop ((table (aref dispatch 0)) (left arguments) (n (aref dispatch 2)))
    (let ((kind (if left (%kind (first left)) nil)))
      (if (> n 1)
        (loop (or (table-ref table kind) (table-set! table kind (make-table))) (rest left) (- n 1))
        (table-set! table kind (%effective-method generic arguments))))))

(defproc %effective-method (generic arguments)
  "Returns the effective method for arguments like these."
  (let* ((effective (%effective generic arguments))
         (primary (third effective)))
    (if (and primary (not (first effective)) (not (second effective)) (not (fourth effective)) (not (fifth effective)))
      (cons (fourth (first primary)) (rest primary))
      (list (lambda (arguments next) (%run effective arguments))))))

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
            (lambda (arguments next)
              (%call-standard 'no-applicable-method no-applicable-method
                (cons (symbol-function (record-ref %generic-type generic 0)) arguments)))))
        nil nil))))

(defproc %run (effective arguments)
  "Calls methods."
  (let ((around (first effective)) (before (second effective)) (primary (third effective)) (after (fourth effective)))
    (cond
      (around
        ((fourth (first around)) arguments
          (append (rest around)
                  (list (list 'method nil nil
                              (lambda (arguments next) (%run (cons nil (rest effective)) arguments)))))))
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
    (or (member? specializer precedence)
      (and (condition? argument) (%condition-of-type? argument specializer)))))

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
