; Common Lisp: places, which `setf` and its kin change.
;
; A place is a variable or a form that reads something. What `setf` makes of a form is in a table by its operator; a macro is expanded, and for
; everything else there must be a function `(setf operator)`.

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
          (defined (defined arguments value))
          (method (method arguments value))
          ((%accessor-path operator) (%set-path (%accessor-path operator) (first arguments) value))
          ((and (symbol? operator) (= (%operator-kind operator) 'macro)) (%setf-form (expand-macro-once place) value))
          ((symbol? operator) (%call-setter operator arguments value))
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
      (list 'fifth (lambda (a v) (list set-car! (list nthcdr 4 (first a)) v)))
      (list 'sixth (lambda (a v) (list set-car! (list nthcdr 5 (first a)) v)))
      (list 'seventh (lambda (a v) (list set-car! (list nthcdr 6 (first a)) v)))
      (list 'eighth (lambda (a v) (list set-car! (list nthcdr 7 (first a)) v)))
      (list 'ninth (lambda (a v) (list set-car! (list nthcdr 8 (first a)) v)))
      (list 'tenth (lambda (a v) (list set-car! (list nthcdr 9 (first a)) v)))
      (list 'nth (lambda (a v) (list set-car! (list nthcdr (first a) (second a)) v)))
      (list 'nthcdr (lambda (a v) (list set-cdr! (list nthcdr (list - (first a) 1) (second a)) v)))
      (list 'aref (lambda (a v) (%set-element-form aset a v)))
      (list 'svref (lambda (a v) (cons aset (append a (list v)))))
      (list 'bit (lambda (a v) (cons aset (append a (list v)))))
      (list 'sbit (lambda (a v) (cons aset (append a (list v)))))
      (list 'row-major-aref (lambda (a v) (list row-major-set! (first a) (second a) v)))
      (list 'elt (lambda (a v) (%set-element-form %set-elt a v)))
      (list 'char (lambda (a v) (%set-element-form %set-elt a v)))
      (list 'schar (lambda (a v) (%set-element-form %set-elt a v)))
      (list 'gethash (lambda (a v) (list table-set! (second a) (first a) v)))
      (list 'get (lambda (a v) (list %put (first a) (second a) v)))
      (list 'getf (lambda (a v) (%set-getf-form (first a) (second a) v)))
      (list 'symbol-value (lambda (a v) (list set (first a) v)))
      (list 'symbol-function (lambda (a v) (list %set-function (first a) v)))
      (list 'fdefinition (lambda (a v) (list %set-function (first a) v)))
      (list 'macro-function (lambda (a v) (list %set-macro-function (first a) v)))
      (list 'symbol-plist (lambda (a v) (list %set-symbol-plist (first a) v)))
      (list 'slot-value (lambda (a v) (list %set-slot-value (first a) (second a) v)))
      (list 'fill-pointer (lambda (a v) (list %set-fill-pointer (first a) v)))
      (list 'subseq (lambda (a v) (%set-subseq-form a v)))
      (list 'ldb (lambda (a v) (%setf-form (second a) (list %deposit v (first a) (second a)))))
      (list 'the (lambda (a v) (%setf-form (second a) v)))
      (list 'values (lambda (a v) (list multiple-value-setq a v)))
      (list 'documentation (lambda (a v) v))
      (list 'apply (lambda (a v) (list apply aset (cons append (map-with (lambda (x) (list list x)) (list-head (rest a) (- (length a) 2))))))))))

(setq %setf-definitions (make-table))

(defproc %set-element-form (setter arguments value)
  "The form that sets an element of a sequence. A string does not change: where it is a variable's, the variable gets another string."
  (if (and (symbol? (first arguments)) (null? (cddr arguments)))
    (let ((element (gensym "element")) (sequence (first arguments)))
      (if (and (symbol? (second arguments)) (pair? value))
        (list let (list (list element value))
          (%set-element-choice setter sequence (second arguments) element))
        (if (pair? value)
          (let ((index (gensym "index")))
            (list let* (list (list index (second arguments)) (list element value))
              (%set-element-choice setter sequence index element)))
          (%set-element-choice setter sequence (second arguments) value))))
    (cons setter (append arguments (list value)))))

(defproc %set-element-choice (setter sequence index value)
  "Sets an element of the sequence in a variable, or gives the variable another string."
  (list if (list string? sequence)
    (list progn (list setq sequence (list %string-with sequence index value)) value)
    (list setter sequence index value)))

(defproc %string-with (text index char)
  "The string with another character at an index."
  (string-append (substring text 0 index) (string char) (substring text (+ index 1))))

(defproc %set-elt (sequence index value)
  "Gives the element of a list or vector at an index another value. Returns the value."
  (cond
    ((list? sequence) (set-car! (nthcdr index sequence) value))
    ((string? sequence) (error "setf: a string does not change, unless it is the value of a variable"))
    (t (aset sequence index value))))

(defproc %set-subseq-form (arguments value)
  "The form that replaces a part of a sequence."
  (let ((new (gensym "new")))
    (list let (list (list new value))
      (if (symbol? (first arguments))
        (list setq (first arguments)
          (list* replace (first arguments) new :start1 (second arguments) (if (cddr arguments) (list :end1 (third arguments)) nil)))
        (list* replace (first arguments) new :start1 (second arguments) (if (cddr arguments) (list :end1 (third arguments)) nil)))
      new)))

(defproc %set-getf-form (place key value)
  "The form that gives a key of the property list in a place a value."
  (let ((new (gensym "value")))
    (list let (list (list new value))
      (%setf-form place (list %putf place key new))
      new)))

(defproc %set-macro-function (name f)
  "Makes the symbol name the macro that the function expands."
  (%set-function name (%make-macro (lambda (arguments) (f (cons name arguments) nil)) name))
  f)

; Definitions of places

(defmacro defsetf (name updater &rest more)
  "Says how `setf` changes a form with the operator `name`: by calling the function `updater`, or by the form that a body makes.

(progn (defun head (l) (car l)) (defun set-head (l v) (rplaca l v) v) (defsetf head set-head) (let ((l (list 1))) (setf (head l) 2) l))  ;=> (2)
(progn (defun head (l) (car l)) (defsetf head (l) (v) `(progn (rplaca ,l ,v) ,v)) (let ((l (list 1))) (setf (head l) 2) l))  ;=> (2)"
  (if (symbol? updater)
    (list progn
      (list table-set! %setf-definitions (list quote name)
        (list lambda '(arguments value) (list cons (list quote updater) (list append 'arguments (list list 'value)))))
      (list quote name))
    (let ((arguments (gensym "arguments")) (new (gensym "value")))
      (list progn
        (list table-set! %setf-definitions (list quote name)
          (list lambda (list arguments new)
            (list* let* (append (%destructure updater arguments) (list (list (first (first more)) new))) (rest more))))
        (list quote name)))))

(defmacro define-modify-macro (name params function &optional doc)
  "Defines a macro that changes a place by calling a function on its value and further arguments.

(progn (define-modify-macro appendf (&rest lists) append) (let ((l '(1))) (appendf l '(2)) l))  ;=> (1 2)"
  (list %define-macro name
    (list %make-macro
      (list lambda '(arguments)
        (list %with-place (list first 'arguments)
          (list lambda '(place)
            (list list setf 'place (list list* (list quote function) 'place (list rest 'arguments))))))
      (list quote name))))

; Changing places by what they hold

(defproc %with-place (place build)
  "The form that `build` makes of a place whose parts are evaluated only once."
  (cond
    ((symbol? place) (build place))
    ((and (pair? place) (symbol? (first place)) (= (%operator-kind (first place)) 'macro) (not (table-ref %setf-methods (first place))))
      (%with-place (expand-macro-once place) build))
    ((member? (first place) '(getf ldb the subseq char)) (build place))
    (t
      (let loop ((arguments (rest place)) (bindings nil) (names nil))
        (cond
          ((null? arguments)
            (let ((form (build (cons (first place) (reverse names)))))
              (if bindings (list let* (reverse bindings) form) form)))
          ((or (not (pair? (first arguments))) (member? (first (first arguments)) '(quote function)))
            (loop (rest arguments) bindings (cons (first arguments) names)))
          (t
            (let ((name (gensym "part")))
              (loop (rest arguments) (cons (list name (first arguments)) bindings) (cons name names)))))))))

(defmacro incf (place &optional (amount 1))
  "Adds an amount, 1 if left out, to what a place holds. Returns the new value.

(let ((v (vector 1 2))) (incf (aref v 0) 10) (incf (aref v 1)) v)  ;=> #(11 3)"
  (%with-place place (lambda (p) (list setf p (list + p amount)))))

(defmacro decf (place &optional (amount 1))
  "Subtracts an amount, 1 if left out, from what a place holds. Returns the new value.

(let ((n 5)) (decf n 2))  ;=> 3"
  (%with-place place (lambda (p) (list setf p (list - p amount)))))

(defmacro push (item place)
  "Puts an item in front of the list that a place holds. Returns the new list.

(let ((l '(1))) (push 2 l) l)  ;=> (2 1)"
  (if (and (pair? item) (pair? place))
    (let ((new (gensym "item")))
      (list let (list (list new item)) (%with-place place (lambda (p) (list setf p (list cons new p))))))
    (%with-place place (lambda (p) (list setf p (list cons item p))))))

(defmacro pushnew (item place &rest keys)
  "Puts an item in front of the list that a place holds, unless it is in there. Returns the list.

(let ((l '(1))) (pushnew 1 l) (pushnew 2 l) l)  ;=> (2 1)"
  (%with-place place (lambda (p) (list setf p (list* adjoin item p keys)))))

(defmacro pop (place)
  "Takes the first item off the list that a place holds. Returns the item.

(let ((l '(1 2))) (list (pop l) l))  ;=> (1 (2))"
  (let ((list-name (gensym "list")))
    (%with-place place
      (lambda (p) (list let (list (list list-name p)) (list setf p (list cdr list-name)) (list car list-name))))))

(defmacro psetq (&rest variables-and-values)
  "Assigns values, all computed before, to variables. Returns nil.

(let ((a 1) (b 2)) (psetq a b b a) (list a b))  ;=> (2 1)"
  (cons psetf variables-and-values))

(defmacro psetf (&rest places-and-values)
  "Gives places values that are all computed before. Returns nil.

(let ((l (list 1 2))) (psetf (car l) (cadr l) (cadr l) (car l)) l)  ;=> (2 1)"
  (let loop ((l places-and-values) (bindings nil) (forms nil))
    (if l
      (let ((new (gensym "value")))
        (loop (cddr l) (cons (list new (second l)) bindings) (cons (%setf-form (first l) new) forms)))
      (list* let (reverse bindings) (append (reverse forms) (list nil))))))

(defmacro rotatef (&rest places)
  "Moves what the places hold to the place before, the first to the last. Returns nil.

(let ((a 1) (b 2) (c 3)) (rotatef a b c) (list a b c))       ;=> (2 3 1)
(let ((v (vector 1 2))) (rotatef (aref v 0) (aref v 1)) v)   ;=> #(2 1)"
  (cons psetf (%rotated places (append (rest places) (list (first places))))))

(defproc %rotated (places values)
  "Places and values alternating."
  (append-map list* (zip places values)))

(defmacro shiftf (&rest places)
  "Gives each place what the next one holds, the last one the value of the last expression. Returns what the first one held.

(let ((a 1) (b 2)) (list (shiftf a b 3) a b))  ;=> (1 2 3)"
  (let ((old (gensym "old")) (targets (list-head places (- (length places) 1))))
    (list let (list (list old (first places)))
      (cons psetf (%rotated targets (rest places)))
      old)))

(defmacro remf (place key)
  "Takes a key and its value out of the property list that a place holds. Was it there?

(let ((l (list :a 1 :b 2))) (list (remf l :a) l))  ;=> (t (:b 2))"
  (let ((there (gensym "there")))
    (%with-place place
      (lambda (p)
        (list let (list (list there (list not (list not (list %property-tail p key)))))
          (list setf p (list %remove-property p key))
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
      ((%member-eql (first l) keys) (#'values (first l) (second l) l))
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
  "Takes a property off a symbol. Was it there?

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
