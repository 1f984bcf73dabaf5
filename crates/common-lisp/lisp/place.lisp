; Common Lisp: places, which `setf` and its kin change.
;
; A place is a variable or a form that reads something. What `setf` makes of a form is in a table by its operator; a
; macro is expanded, and for everything else there must be a function `(setf operator)`.

(defmacro setf (&rest places-and-values)
  "Gives places new values. Returns the last value.

(let ((l (list 1 2)) (v (vector 1 2))) (setf (car l) 'a (aref v 1) 'b) (list l v))  ;=> ((a 2) #(1 b))
(let ((h (make-hash-table))) (setf (gethash 'k h) 5) (gethash 'k h 0))               ;=> 5
(let (a b) (setf (values a b) (floor 7 2)) (list a b))                               ;=> (3 1)"
  (cond
    ((null? places-and-values) nil)
    ((null? (cddr places-and-values)) (%setf-form (first places-and-values) (second places-and-values)))
    (t
      (let loop ((l places-and-values) (forms nil))
        (if l
          (loop (cddr l) (cons (%setf-form (first l) (second l)) forms))
          (cons progn (reverse forms)))))))

(defproc %setf-form (place value)
  "The form that gives one place a value."
  (cond
    ((symbol? place) (list setq place value))
    ((not (pair? place)) (error "setf: this is no place:" place))
    (t
      (let* ((operator (first place))
             (arguments (rest place))
             (method (table-ref %setf-methods operator))
             (defined (table-ref %setf-definitions operator)))
        (cond
          ((eq operator %expanded-place) (list let (list (list (second arguments) value)) (third arguments)))
          (defined (defined arguments value))
          (method (method arguments value))
          ((%accessor-path operator) (%set-path (%accessor-path operator) (first arguments) value))
          ((and (symbol? operator) (= (%operator-kind operator) 'macro)) (%setf-form (expand-macro-once place) value))
          ((symbol? operator) (list %place-macro '(setf) place (list value) (%call-setter operator arguments value)))
          (t (error "setf: this is no place:" place)))))))

(defproc %call-setter (operator arguments value)
  "The call of the function `(setf operator)`; the arguments are evaluated before the value."
  (let ((names (map-with (lambda (a) (gensym "argument")) arguments)))
    (list let (map-with list names arguments)
      (list* funcall (list function (list 'setf operator)) value names))))

(defproc %accessor-path (operator)
  "The letters between c and r in a name such as `cadr`, as a list of characters; nil for other names."
  (let* ((name (if (symbol? operator) (symbol->string operator) "")) (n (string-length name)))
    (if (and (> n 2) (< n 7) (string-prefix? "c" name) (string-suffix? "r" name))
      (let ((letters (string->list (substring name 1 (- n 1)))))
        (if (every? (lambda (c) (or (= c #\a) (= c #\d))) letters) letters nil))
      nil)))

(defproc %set-path (letters place value)
  "The form that sets the part of a list that is reached by these letters, the last first."
  (let ((inner (%read-path (rest letters) place)))
    (list (if (= (first letters) #\a) set-car! set-cdr!) inner value)))

(defproc %read-path (letters place)
  "The form that reads the part of a list that is reached by these letters, the last first."
  (if (null? letters)
    place
    (list (if (= (first letters) #\a) car cdr) (%read-path (rest letters) place))))

(setq %setf-methods
  (list->table
    (list
      (list 'first (lambda (a v) (list set-car! (first a) v)))
      (list 'rest (lambda (a v) (list set-cdr! (first a) v)))
      (list 'second (lambda (a v) (list set-car! (list cdr (first a)) v)))
      (list 'third (lambda (a v) (list set-car! (list cddr (first a)) v)))
      (list 'fourth (lambda (a v) (list set-car! (list cdddr (first a)) v)))
      (list 'fifth (lambda (a v) (list set-car! (list drop 4 (first a)) v)))
      (list 'sixth (lambda (a v) (list set-car! (list drop 5 (first a)) v)))
      (list 'seventh (lambda (a v) (list set-car! (list drop 6 (first a)) v)))
      (list 'eighth (lambda (a v) (list set-car! (list drop 7 (first a)) v)))
      (list 'ninth (lambda (a v) (list set-car! (list drop 8 (first a)) v)))
      (list 'tenth (lambda (a v) (list set-car! (list drop 9 (first a)) v)))
      (list 'nth (lambda (a v) (list set-car! (list drop (first a) (second a)) v)))
      (list 'nthcdr (lambda (a v) (list set-cdr! (list drop (list - (first a) 1) (second a)) v)))
      (list 'aref (lambda (a v) (%set-element-form aset a v)))
      (list 'svref (lambda (a v) (cons aset (append a (list v)))))
      (list 'bit (lambda (a v) (cons aset (append a (list v)))))
      (list 'sbit (lambda (a v) (cons aset (append a (list v)))))
      (list 'row-major-aref (lambda (a v) (list row-major-set! (first a) (second a) v)))
      (list 'elt (lambda (a v) (%set-element-form %set-elt a v)))
      (list 'char (lambda (a v) (list %set-char (first a) (second a) v)))
      (list 'schar (lambda (a v) (list %set-char (first a) (second a) v)))
      (list 'gethash (lambda (a v) (%in-order a (lambda (a) (list table-set! (second a) (first a) v)))))
      (list 'get (lambda (a v) (list %put (first a) (second a) v)))
      (list 'getf (lambda (a v) (%with-place (cons 'getf a) nil (lambda (p) (%set-getf-form (second p) (third p) v)))))
      (list 'symbol-value (lambda (a v) (list set (first a) v)))
      (list 'symbol-function (lambda (a v) (list %set-function (first a) v)))
      (list 'fdefinition (lambda (a v) (list %set-function (first a) v)))
      (list 'macro-function (lambda (a v) (list %set-macro-function (first a) v)))
      (list 'symbol-plist (lambda (a v) (list %set-symbol-plist (first a) v)))
      (list 'slot-value (lambda (a v) (list %set-slot-value (first a) (second a) v)))
      (list 'fill-pointer (lambda (a v) (list %set-fill-pointer (first a) v)))
      (list 'subseq (lambda (a v) (%in-order a (lambda (a) (%set-subseq-form a v)))))
      (list 'ldb (lambda (a v) (%set-byte-form 'ldb %deposit a v)))
      (list 'mask-field
            (lambda (a v)
              (%set-byte-form 'mask-field (lambda (new byte integer) (#'deposit-field new byte integer)) a v)))
      (list 'find-class (lambda (a v) (list %set-class (first a) v)))
      (list 'the (lambda (a v) (%setf-form (second a) v)))
      (list 'values (lambda (a v) (%set-values-form a v)))
      (list 'documentation (lambda (a v) (list %set-documentation (first a) (second a) v)))
      (list 'apply (lambda (a v) (%set-applied-form a v))))))

(setq %setf-definitions (make-table))

(defproc %set-element-form (setter arguments value)
  "The form that sets an element of a sequence; strings have a way of their own."
  (if (and (pair? (rest arguments)) (null? (cddr arguments)))
    (let* ((simple (lambda (x) (not (pair? x))))
           (sequence (if (simple (first arguments)) (first arguments) (gensym "sequence")))
           (index (if (simple (second arguments)) (second arguments) (gensym "index")))
           (element (if (simple value) value (gensym "element")))
           (form (list if (list string? sequence) (list %set-char sequence index element)
                       (list setter sequence index element)))
           (bindings (remove-if (lambda (b) (= (first b) (second b)))
                                (list (list sequence (first arguments)) (list index (second arguments))
                                      (list element value)))))
      (if bindings (list let* bindings form) form))
    (cons setter (append arguments (list value)))))

(defproc %set-elt (sequence index value)
  "Gives the element of a list or vector at an index another value. Returns the value."
  (cond
    ((list? sequence) (set-car! (drop index sequence) value))
    ((string? sequence) (%set-char sequence index value))
    (t (aset sequence index value))))

(defproc %in-order (arguments build)
  "The form that `build` makes of arguments, which are evaluated before everything else in it if that could make a
difference."
  (if (every? (lambda (a) (%constant-form? a)) arguments)
    (build arguments)
    (let ((names (map-with (lambda (a) (if (%constant-form? a) a (gensym "part"))) arguments)))
      (list* let* (remove-if (lambda (b) (eq (first b) (second b))) (zip names arguments)) (list (build names))))))

(defproc %constant-form? (form)
  "Returns whether a form always has the same value, or is a keyword that begins an argument."
  (if (pair? form) (member? (first form) '(quote function)) (not (and (symbol? form) form))))

(defproc %set-subseq-form (arguments value)
  "The form that replaces a part of a sequence."
  (let ((new (gensym "new")))
    (list let (list (list new value))
      (list* replace (first arguments) new :start1 (second arguments)
             (if (cddr arguments) (list :end1 (third arguments)) nil))
      new)))

(defproc %set-getf-form (place key value)
  "The form that gives a key of the property list in a place a value."
  (let ((new (gensym "value")))
    (list let (list (list new value))
      (%setf-form place (list %putf place key new))
      new)))

(defproc %set-byte-form (name deposit arguments value)
  "The form that puts bits into the integer that a place holds."
  (%with-place (cons name arguments) nil
    (lambda (p)
      (let ((new (gensym "bits")))
        (list let (list (list new value))
          (%setf-form (third p) (list deposit new (second p) (third p)))
          new)))))

(defproc %set-values-form (places value)
  "The form that gives several places the values of an expression."
  (%with-places places nil
    (lambda (places)
      (let ((all (gensym "values")) (names (map-with (lambda (p) (gensym "value")) places)))
        (list let* (cons (list all (list %multiple-values value)) (%value-bindings names all))
          (cons progn (map-with (lambda (p n) (%setf-form p n)) places names))
          (cons #'values names))))))

(defproc %set-applied-form (arguments value)
  "The form for the place `(apply #'f argument... list)`: that of `f`, with the arguments taken from the list."
  (let* ((f (first arguments))
         (name (if (and (pair? f) (member? (first f) '(function quote))) (second f) nil))
         (others (rest arguments))
         (all (append (list list*) others)))
    (unless (and (symbol? name) name) (error "setf: this is no place:" (cons 'apply arguments)))
    (case name
      ((aref svref bit sbit)
       (%in-order others (lambda (a) (list apply aset (list append (cons list* a) (list list value))))))
      (t (%in-order others (lambda (a) (list* apply (list function (list 'setf name)) value a)))))))

(defproc %set-macro-function (name f)
  "Makes the symbol name the macro that the function expands."
  (%set-function name (%make-macro (lambda (arguments) (f (cons name arguments) nil)) name))
  f)

; Definitions of places

(defmacro defsetf (name updater &rest more)
  "Says how `setf` changes a form with the operator `name`: by calling the function `updater`, or by the form that a
body makes.

(progn (defun head (l) (car l)) (defun set-head (l v) (rplaca l v) v) (defsetf head set-head) (let ((l (list 1))) (setf (head l) 2) l))  ;=> (2)
(progn (defun head (l) (car l)) (defsetf head (l) (v) `(progn (rplaca ,l ,v) ,v)) (let ((l (list 1))) (setf (head l) 2) l))  ;=> (2)"
  (if (symbol? updater)
    (list progn
      (list table-set! %setf-definitions (list quote name)
        (list lambda '(arguments value) (list cons (list quote updater) (list append 'arguments (list list 'value)))))
      (list quote name))
    (let ((arguments (gensym "arguments")) (new (gensym "value")) (stores (first more)))
      (list progn
        (list table-set! %setf-definitions (list quote name)
          (list lambda (list arguments new)
            (list %in-order arguments
              (list lambda (list arguments)
                (list %with-stores (list quote (map-with (lambda (s) nil) stores)) new
                  (list lambda stores
                    (list* let* (%destructure updater arguments) (rest more))))))))
        (list quote name)))))

(defproc %with-stores (stores value build)
  "The form that `build` makes of the names of variables that hold the values of an expression."
  (let ((names (map-with (lambda (s) (gensym "new")) stores)))
    (list* (if (= (list-length names) 1) let #'multiple-value-bind)
      (if (= (list-length names) 1) (list (list (first names) value)) names)
      (append (if (= (list-length names) 1) nil (list value)) (list (apply build names))))))

(defmacro define-setf-expander (name params &body body)
  "Says how `setf` and its kin change a form with the operator `name`: the body gives five values, a list of variables,
a list of forms for their values, a list of a variable for the new value, a form that stores that, and a form that reads
the place.

(progn (define-setf-expander head (l) (let ((p (gensym)) (new (gensym))) (values (list p) (list l) (list new) `(progn (rplaca ,p ,new) ,new) `(car ,p)))) (defun head (l) (car l)) (let ((l (list 1))) (incf (head l)) l))  ;=> (2)"
  (let ((arguments (gensym "arguments")))
    (list progn
      (list table-set! %setf-expanders (list quote name)
        (list lambda (list arguments) (list* let* (%destructure params arguments) (list (list* block name body)))))
      (list table-set! %setf-definitions (list quote name)
        (list lambda '(arguments value) (list %set-expanded (list quote name) 'arguments 'value)))
      (list quote name))))

(setq %setf-expanders (make-table))

(defproc %set-expanded (name arguments value)
  "The form that stores a value in a place that an expander knows."
  (let* ((parts (%multiple-values ((table-ref %setf-expanders name) arguments))) (stores (third parts)))
    (list let* (zip (first parts) (second parts))
      (if (= (list-length stores) 1)
        (list let (list (list (first stores) value)) (fourth parts))
        (list #'multiple-value-bind stores value (fourth parts))))))

(defmacro %expanded-place (access store writer)
  "A place that is read by one form and written by another."
  access)

(defproc get-setf-expansion (place &optional environment)
  "Five values about a place: a list of variables, a list of forms for their values, a list of a variable for the new
value, a form that stores that, and a form that reads the place.

(multiple-value-bind (variables forms new writer reader) (get-setf-expansion 'x) (list variables forms reader))  ;=> (nil nil x)"
  (let ((new (gensym "new")))
    (cond
      ((symbol? place) (#'values nil nil (list new) (list 'setq place new) place))
      ((table-ref %setf-expanders (first place)) ((table-ref %setf-expanders (first place)) (rest place)))
      ((and (symbol? (first place)) (= (%operator-kind (first place)) 'macro)
            (not (table-ref %setf-methods (first place))) (not (table-ref %setf-definitions (first place))))
        (get-setf-expansion (expand-macro-once place)))
      ((= (first place) 'getf)
        (%part-expansion (second place) (cddr place)
          (lambda (place names) (list* 'getf place names))
          (lambda (place names new) (list %putf place (first names) new))))
      ((member? (first place) '(ldb mask-field))
        (%part-expansion (third place) (list (second place))
          (lambda (part names) (list (first place) (first names) part))
          (lambda (part names new) (list (if (= (first place) 'ldb) %deposit #'deposit-field) new (first names) part))))
      ((= (first place) 'the) (get-setf-expansion (third place)))
      (t
        (let* ((names (map-with (lambda (a) (gensym "part")) (rest place))) (reader (cons (first place) names)))
          (#'values names (rest place) (list new) (list 'setf reader new) reader))))))

(defproc %part-expansion (place arguments read store)
  "The five values about a part of what another place holds."
  (let* ((of-place (%multiple-values (get-setf-expansion place))) (new (gensym "new"))
         (names (map-with (lambda (a) (gensym "part")) arguments)) (whole (fifth of-place)))
    (#'values (append (first of-place) names) (append (second of-place) arguments) (list new)
      (list 'let (list (list (first (third of-place)) (store whole names new))) (fourth of-place) new)
      (read whole names))))

(defmacro define-modify-macro (name params f &optional doc)
  "Defines a macro that changes a place by calling a function on its value and further arguments.

(progn (define-modify-macro appendf (&rest lists) append) (let ((l '(1))) (appendf l '(2)) l))  ;=> (1 2)
(progn (define-modify-macro raise (&optional (n 10)) +) (let ((i 1)) (raise i) (raise i 5) i))  ;=> 16"
  (let* ((plain (map-with (lambda (p) (if (pair? p) (first p) p)) params))
         (given (remove-if (lambda (p) (member? p '(&optional &rest))) (%before-marker '&rest plain)))
         (others (second (member '&rest plain)))
         (place (gensym "place")))
    (list #'defmacro name (cons place params)
      (list %modify-form place (list quote f) (list* list* (append given (list others)))))))

(defproc %modify-form (place function arguments)
  "The form that changes a place by calling a function on its value and the arguments."
  (%with-place place (every? (lambda (a) (%constant-form? a)) arguments)
    (lambda (p) (list setf p (list* function p arguments)))))

; Changing places by what they hold

(defproc %with-place (place simple build)
  "The form that `build` makes of a place whose parts are evaluated only once, before everything else. With `simple`,
nothing in what is built can change the variables among the parts."
  (let ((operator (if (pair? place) (first place) nil)))
    (cond
      ((not (pair? place)) (build place))
      ((member? operator '(ldb mask-field))
        (%with-parts (list (second place)) simple
          (lambda (byte) (%with-place (third place) simple (lambda (p) (build (list operator (first byte) p)))))))
      ((= operator 'the) (%with-place (third place) simple (lambda (p) (build (list operator (second place) p)))))
      ((= operator 'getf)
        (%with-place (second place) simple
          (lambda (p) (%with-parts (cddr place) simple (lambda (parts) (build (list* 'getf p parts)))))))
      ((table-ref %setf-expanders operator)
        (let ((parts (%multiple-values ((table-ref %setf-expanders operator) (rest place)))))
          (list let* (zip (first parts) (second parts))
            (build (list %expanded-place (fifth parts) (first (third parts)) (fourth parts))))))
      ((and (symbol? operator) (= (%operator-kind operator) 'macro) (not (table-ref %setf-methods operator))
            (not (table-ref %setf-definitions operator)))
        (%with-place (expand-macro-once place) simple build))
      (t (%with-parts (rest place) simple (lambda (parts) (build (cons operator parts))))))))

(defproc %with-parts (parts simple build)
  "The form that `build` makes of forms that are evaluated only once."
  (let* ((constant (lambda (p) (or (%constant-form? p) (and simple (not (pair? p))))))
         (names (map-with (lambda (p) (if (constant p) p (gensym "part"))) parts))
         (bindings (remove-if (lambda (b) (eq (first b) (second b))) (zip names parts))))
    (if bindings (list let* bindings (build names)) (build names))))

(defproc %with-places (places simple build)
  "Likewise for several places."
  (if (null? places)
    (build nil)
    (%with-place (first places) simple
      (lambda (p) (%with-places (rest places) simple (lambda (others) (build (cons p others))))))))

(defproc %local-macro (before place after form)
  "The form, or if the operator of the place is a local macro, that for what it expands to."
  (if (and (pair? place) (symbol? (first place)) (null? (%operator-kind (first place))))
    (list %place-macro before place after form)
    form))

(defmacro incf (place &optional (amount 1))
  "Adds an amount, 1 if left out, to what a place holds. Returns the new value.

(let ((v (vector 1 2))) (incf (aref v 0) 10) (incf (aref v 1)) v)  ;=> #(11 3)"
  (%local-macro '(incf) place (list amount)
    ; The amount is evaluated before the place is read.
    (%with-place place (%constant-form? amount)
                 (lambda (p) (list setf p (if (pair? amount) (list + amount p) (list + p amount)))))))

(defmacro decf (place &optional (amount 1))
  "Subtracts an amount, 1 if left out, from what a place holds. Returns the new value.

(let ((n 5)) (decf n 2))  ;=> 3"
  (%local-macro '(decf) place (list amount)
    (%with-place place (%constant-form? amount)
      (lambda (p)
        (if (pair? amount)
          (let ((n (gensym "amount"))) (list let (list (list n amount)) (list setf p (list - p n))))
          (list setf p (list - p amount)))))))

(defmacro push (item place)
  "Puts an item in front of the list that a place holds. Returns the new list.

(let ((l '(1))) (push 2 l) l)  ;=> (2 1)"
  (%local-macro (list 'push item) place nil
    (if (pair? place)
      (%with-parts (list item) nil
        (lambda (item) (%with-place place t (lambda (p) (list setf p (list cons (first item) p))))))
      (list setf place (list cons item place)))))

(defmacro pushnew (item place &rest keys)
  "Puts an item in front of the list that a place holds, unless it is in there. Returns the list.

(let ((l '(1))) (pushnew 1 l) (pushnew 2 l) l)  ;=> (2 1)"
  (%local-macro (list 'pushnew item) place keys
    (%with-parts (list item) (not (pair? place))
      (lambda (item)
        (%with-place place (every? (lambda (k) (%constant-form? k)) keys)
          (lambda (p) (list setf p (list* adjoin (first item) p keys))))))))

(defmacro pop (place)
  "Takes the first item off the list that a place holds. Returns the item.

(let ((l '(1 2))) (list (pop l) l))  ;=> (1 (2))"
  (let ((list-name (gensym "list")))
    (%local-macro '(pop) place nil
      (%with-place place t
        (lambda (p) (list let (list (list list-name p)) (list setf p (list cdr list-name)) (list car list-name)))))))

(defmacro psetq (&rest variables-and-values)
  "Assigns values, all computed before, to variables. Returns nil.

(let ((a 1) (b 2)) (psetq a b b a) (list a b))  ;=> (2 1)"
  (cons psetf variables-and-values))

(defmacro psetf (&rest places-and-values)
  "Gives places values that are all computed before. Returns nil.

(let ((l (list 1 2))) (psetf (car l) (cadr l) (cadr l) (car l)) l)  ;=> (2 1)"
  (let loop ((l places-and-values) (forms nil))
    (if l
      (let ((new (gensym "value")))
        (%with-place (first l) nil
          (lambda (p) (list let (list (list new (second l))) (loop (cddr l) (cons (%setf-form p new) forms))))))
      (cons progn (append (reverse forms) (list nil))))))

(defmacro rotatef (&rest places)
  "Moves what the places hold to the place before, the first to the last. Returns nil.

(let ((a 1) (b 2) (c 3)) (rotatef a b c) (list a b c))                      ;=> (2 3 1)
(let ((v (vector 1 2)) (i 0)) (rotatef (aref v i) (aref v (incf i))) v)     ;=> #(2 1)"
  (%with-places places nil
    (lambda (places)
      (let ((names (map-with (lambda (p) (gensym "old")) places)))
        (list let* (zip names (append (rest places) (take 1 places)))
          (cons progn (append (map-with (lambda (p n) (%setf-form p n)) places names) (list nil))))))))

(defmacro shiftf (&rest places)
  "Gives each place what the next one holds, the last one the value of the last expression. Returns what the first one
held.

(let ((a 1) (b 2)) (list (shiftf a b 3) a b))  ;=> (1 2 3)"
  (let ((value (last places)))
    (%with-places (take (- (length places) 1) places) nil
      (lambda (places)
        (let ((names (map-with (lambda (p) (gensym "old")) places)) (new (gensym "new")))
          (list let* (append (zip names places) (list (list new value)))
            (cons progn (map-with (lambda (p n) (%setf-form p n)) places (append (rest names) (list new))))
            (first names)))))))

(defmacro remf (place key)
  "Removes a key and its value from the property list that a place holds. Returns whether it was there.

(let ((l (list :a 1 :b 2))) (list (remf l :a) l))  ;=> (t (:b 2))"
  (let ((there (gensym "there")) (tag (gensym "key")))
    (%with-place place nil
      (lambda (p)
        (list let* (list (list tag key) (list there (list not (list not (list %property-tail p tag)))))
          (list setf p (list %remove-property p tag))
          there)))))

; Property lists

(defproc %property-tail (plist key)
  "The property list from a key on, or nil."
  (let loop ((l plist))
    (cond
      ((null? l) nil)
      ((eq (first l) key) l)
      (t (loop (cddr l))))))

(defproc %remove-property (plist key)
  "The property list without a key and its value."
  (cond
    ((null? plist) nil)
    ((eq (first plist) key) (cddr plist))
    (t (list* (first plist) (second plist) (%remove-property (cddr plist) key)))))

(defproc %putf (plist key value)
  "The property list with a value for the key; it changes if the key is in it."
  (let ((tail (%property-tail plist key)))
    (if tail
      (progn (set-car! (rest tail) value) plist)
      (list* key value plist))))

(defproc getf (plist key &optional default)
  "The value of a key in a property list, or the default.

(getf '(:a 1 :b 2) :b)  ;=> 2
(getf '(:a 1) :c 0)     ;=> 0"
  (let ((tail (%property-tail plist key)))
    (if tail (second tail) default)))

(defproc get-properties (plist keys)
  "The first of the keys in a property list, its value, and the list from there on.

(multiple-value-list (get-properties '(:a 1 :b 2) '(:b)))  ;=> (:b 2 (:b 2))"
  (let loop ((l plist))
    (cond
      ((null? l) (#'values nil nil nil))
      ((%member (first l) keys) (#'values (first l) (second l) l))
      (t (loop (cddr l))))))

(setq %property-lists (make-table))

(defproc get (symbol key &optional default)
  "The value of a property of a symbol, or the default.

(progn (setf (get 'apple 'color) 'red) (get 'apple 'color))  ;=> red"
  (getf (table-ref %property-lists symbol) key default))

(defproc %put (symbol key value)
  "Gives a property of a symbol a value. Returns the value."
  (table-set! %property-lists symbol (%putf (table-ref %property-lists symbol) key value))
  value)

(defproc remprop (symbol key)
  "Removes a property from a symbol. Returns whether it was there.

(progn (setf (get 'apple 'color) 'red) (remprop 'apple 'color) (get 'apple 'color))  ;=> nil"
  (let ((plist (table-ref %property-lists symbol)))
    (table-set! %property-lists symbol (%remove-property plist key))
    (not (not (%property-tail plist key)))))

(defproc symbol-plist (symbol)
  "The property list of a symbol.

(progn (setf (get 'pear 'color) 'green) (symbol-plist 'pear))  ;=> (color green)"
  (table-ref %property-lists symbol))

(defproc %set-symbol-plist (symbol plist)
  "Gives a symbol a property list."
  (table-set! %property-lists symbol plist))
