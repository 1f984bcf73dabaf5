; Common Lisp: definitions, parameter lists, local functions and macros, variables.
;
; An expansion holds the core's operators and functions as objects, so it means the same whatever the program calls by
; their names.

; Parameter lists. The core knows &optional, &rest, &body and &key; what else there is becomes bindings around the body.

(defproc %cl-parameters (params body)
  "Two values: a parameter list that the core takes, and the body, for a parameter list of Common Lisp."
  (cond
    ((%sees-dynamic? params) (%cl-split-parameters params body t))
    ((%cl-marked? params) (%cl-split-parameters params body nil))
    (t (values params body))))

(defproc %sees-dynamic? (params)
  "Returns whether a dynamic variable among the parameters precedes a default value, which sees its binding."
  (let loop ((p params) (dynamic nil))
    (cond
      ((not (pair? p)) nil)
      ((and dynamic (pair? (first p))) t)
      (t (loop (rest p) (or dynamic (%dynamic? (%parameter-name (first p)))))))))

(defproc %parameter-name (parameter)
  "The variable of a parameter."
  (cond ((not (pair? parameter)) parameter) ((pair? (first parameter)) (second (first parameter)))
    (t (first parameter))))

(defproc %cl-marked? (params)
  "Returns whether the parameter list has something that the core does not know."
  (let loop ((p params))
    (cond
      ((not (pair? p)) nil)
      ((member? (first p) '(&aux &allow-other-keys)) t)
      ((and (pair? (first p)) (pair? (first (first p)))) t)
      (t (loop (rest p))))))

(defproc %cl-split-parameters (params body one-by-one)
  "See `%cl-parameters`: with keywords under other names, other keys, or auxiliary variables. If the default values see
dynamic bindings, the parameters that have such values are bound one by one."
  (let* ((aux (%after-marker '&aux params))
         (before (%before-marker '&aux params))
         (keys (%after-marker '&key before))
         (positional (%before-marker '&key before))
         (optional (if one-by-one (%optional-bindings positional) nil))
         (positional (if one-by-one (%with-plain-optional positional optional) positional))
         (plain (and (not one-by-one) (not (member? '&allow-other-keys before))
                  (not (some? (lambda (k) (and (pair? k) (pair? (first k)))) keys)))))
    (if plain
      (values before (%wrap-bindings (map-with %aux-binding aux) body))
      (let* ((has-rest (or (member? '&rest positional) (member? '&body positional)))
             (list-name (if has-rest (last positional) (gensym "arguments")))
             (bindings
               (append
                 (append-map third optional)
                 (if (member? '&key before) (%key-check keys list-name) nil)
                 (append-map (lambda (k) (%key-bindings k list-name)) (remove '&allow-other-keys keys)))))
        (values
          (cond
            (has-rest positional)
            ((or keys (member? '&key before)) (append positional (list '&rest list-name)))
            (t positional))
          (%wrap-bindings (append bindings (map-with %aux-binding aux)) body))))))

(defproc %optional-bindings (positional)
  "For each optional parameter: a name for it, another one that tells whether it was given, and its bindings."
  (map-with
    (lambda (p)
      (let* ((spec (if (pair? p) p (list p))) (name (gensym "argument")) (given (gensym "given")))
        (list name given
          (append
            (if (third spec) (list (list (third spec) given)) nil)
            (list (list (first spec) (list if given name (second spec))))))))
    (%before-marker '&body (%before-marker '&rest (%after-marker '&optional positional)))))

(defproc %with-plain-optional (positional optional)
  "The positional parameters, where optional ones have the names that their bindings use."
  (if (null? optional)
    positional
    (append
      (%before-marker '&optional positional)
      (list '&optional)
      (map-with (lambda (o) (list (first o) nil (second o))) optional)
      (drop-while (lambda (p) (not (member? p '(&rest &body)))) positional))))

(defproc %after-marker (marker params)
  "The parameters after a marker."
  (rest (member marker params)))

(defproc %before-marker (marker params)
  "The parameters before a marker."
  (take-while (lambda (p) (not (= p marker))) params))

(defproc %aux-binding (parameter)
  "The binding that an auxiliary variable is."
  (if (pair? parameter) (list (first parameter) (second parameter)) (list parameter nil)))

(defproc %wrap-bindings (bindings body)
  "The body inside of bindings, after its docstring if it has one."
  (cond
    ((null? bindings) body)
    ((and (string? (first body)) (rest body)) (list (first body) (list* let* bindings (rest body))))
    (t (list (list* let* bindings body)))))

(defproc %key-bindings (parameter list-name)
  "The bindings for a keyword parameter whose value is in the list of arguments."
  (let* ((spec (if (pair? parameter) parameter (list parameter)))
         (named (pair? (first spec)))
         (variable (if named (second (first spec)) (first spec)))
         (keyword (if named (first (first spec)) (string->keyword (symbol->string variable))))
         (found (gensym "found")))
    (append
      (list (list found (list %key-tail list-name (list quote keyword))))
      (if (third spec) (list (list (third spec) (list not (list not found)))) nil)
      (list (list variable (list if found (list first found) (second spec)))))))

(defproc %key-check (parameters list-name)
  "The binding that sees to it that a list of arguments has only the keywords of these parameters."
  (if (member? '&allow-other-keys parameters)
    nil
    (list
      (list (gensym "checked")
        (list %check-keys list-name (list quote (map-with %parameter-keyword (%before-marker '&aux parameters))))))))

(defproc %parameter-keyword (parameter)
  "The keyword of a keyword parameter."
  (let ((name (if (pair? parameter) (first parameter) parameter)))
    (if (pair? name) (first name) (string->keyword (symbol->string name)))))

(defproc %check-keys (arguments known)
  "Raises an error if there is another keyword than those that are known, and `:allow-other-keys` does not allow it."
  (let loop ((l arguments))
    (cond
      ((null? l) nil)
      ((or (not (pair? l)) (null? (rest l)))
        (#'error 'simple-program-error :format-control "the keyword ~s has no value"
                 :format-arguments (list (first l))))
      ((or (member? (first l) known) (= (first l) :allow-other-keys) (first (%key-tail arguments :allow-other-keys)))
       (loop (cddr l)))
      (t
        (#'error 'simple-program-error :format-control "unknown keyword ~s (known:~{ ~s~})"
                 :format-arguments (list (first l) known))))))

(defproc %key-tail (arguments keyword)
  "The arguments from the value of the keyword on, or nil."
  (let loop ((l arguments))
    (cond
      ((null? l) nil)
      ((= (first l) keyword) (rest l))
      (t (loop (cddr l))))))

(defmacro lambda (params &body body)
  "A function without a name.

(funcall (lambda (x &aux (y (* 2 x))) (+ x y)) 5)  ;=> 15
(funcall (lambda (&key ((:size s) 1)) s) :size 3)  ;=> 3"
  (receive (params body) (%cl-parameters params body)
    (list* lambda params body)))

(defmacro defun (name params &body body)
  "Defines a function. Returns its name.

(progn (defun add (a &optional (b 1)) (+ a b)) (add 2))  ;=> 3
(progn (defun f (list) (list (first list))) (f '(1 2)))  ;=> (1)
(progn (defun (setf head) (v l) (setf (car l) v)) (let ((l (list 1 2))) (setf (head l) 7) l))  ;=> (7 2)"
  (receive (params body) (%cl-parameters params body)
    (if (pair? name)
      (list* %defun (%setter-name (second name)) (second name) params body)
      (list* %defun name name params body))))

; Macros

(defmacro defmacro (name params &body body)
  "Defines a macro. Functions that used the name before are compiled again when they are called. Returns the name.

(progn (defmacro twice (x) `(progn ,x ,x)) (let ((n 0)) (twice (incf n)) n))  ;=> 2
(progn (defmacro with ((var value) &body body) `(let ((,var ,value)) ,@body)) (with (x 5) (* x x)))  ;=> 25
(progn (defun f () (later 1)) (defmacro later (x) `(list ,x ',x)) (f))  ;=> (1 1)"
  (list %define-macro name (%macro-expression name params body)))

(defproc %macro-expression (name params body)
  "The expression for a macro object."
  (let ((arguments (gensym "arguments")))
    (receive (doc body)
        (if (and (string? (first body)) (rest body)) (values (list (first body)) (rest body)) (values nil body))
      (list %make-macro
        (list* lambda (list arguments)
          (append doc
            (list
              (list let* (%macro-bindings name params arguments)
                (list* block name body)))))
        (list quote name)))))

(defproc %macro-bindings (name params arguments)
  "The bindings that take the arguments of a macro apart."
  (if (and (pair? params) (= (first params) '&whole))
    (cons (list (second params) (list cons (list quote name) arguments))
      (%destructure (cddr params) arguments))
    (%destructure params arguments)))

(defmacro destructuring-bind (pattern source &body body)
  "Binds the variables of a parameter list, nested lists included, to the parts of a list.

(destructuring-bind (a (b c) &optional (d 4) &rest more) '(1 (2 3)) (list a b c d more))  ;=> (1 2 3 4 nil)
(destructuring-bind (a . b) '(1 2 3) (list a b))                                          ;=> (1 (2 3))
(destructuring-bind (&key x (y 2)) '(:x 1) (list x y))                                    ;=> (1 2)
(destructuring-bind (a b) '(1) a)                                                         ;!! user-error"
  (if (and (pair? pattern) (= (first pattern) '&whole))
    (list* let* (list* (list (second pattern) source) (%destructure (cddr pattern) (second pattern))) body)
    (list* let* (%destructure pattern source) body)))

(defproc %destructure (pattern source)
  "The bindings, one after the other, that take the value of `source` apart."
  (cond
    ((symbol? pattern) (list (list pattern source)))
    (t
      (let ((whole (gensym "list")))
        (cons (list whole source) (%destructure-list pattern whole 'required))))))

(defproc %destructure-list (pattern whole mode)
  "Likewise, where the value is in the variable `whole`."
  (cond
    ((null? pattern)
      (if (member? mode '(required optional)) (list (list (gensym "end") (list %no-more whole))) nil))
    ((symbol? pattern) (list (list pattern whole)))
    ((= (first pattern) '&optional) (%destructure-list (rest pattern) whole 'optional))
    ((= (first pattern) '&whole)
      (cons (list (second pattern) whole) (%destructure-list (cddr pattern) whole mode)))
    ((member? (first pattern) '(&rest &body))
      (append (%destructure (second pattern) whole) (%destructure-list (cddr pattern) whole 'rest)))
    ((= (first pattern) '&environment)
      (cons (list (second pattern) nil) (%destructure-list (cddr pattern) whole mode)))
    ((= (first pattern) '&key) (append (%key-check (rest pattern) whole) (%destructure-list (rest pattern) whole 'key)))
    ((= (first pattern) '&allow-other-keys) (%destructure-list (rest pattern) whole mode))
    ((= (first pattern) '&aux) (%destructure-list (rest pattern) whole 'aux))
    ((= mode 'aux) (cons (%aux-binding (first pattern)) (%destructure-list (rest pattern) whole mode)))
    ((= mode 'key) (append (%key-bindings (first pattern) whole) (%destructure-list (rest pattern) whole mode)))
    ((= mode 'optional)
      (let* ((p (first pattern)) (spec (if (pair? p) p (list p))) (others (gensym "rest")))
        (append
          (%destructure (first spec) (list if whole (list first whole) (second spec)))
          (if (third spec) (list (list (third spec) (list not (list not whole)))) nil)
          (list (list others (list rest whole)))
          (%destructure-list (rest pattern) others mode))))
    ((= mode 'rest) (error (format nil "only one parameter can follow &rest, found ~s" (first pattern))))
    (t
      (let ((others (gensym "rest")))
        (append
          (%destructure (first pattern) (list %first-of whole))
          (list (list others (list rest whole)))
          (%destructure-list (rest pattern) others mode))))))

(defproc %first-of (list)
  "The first element of a list that must have one."
  (if (pair? list) (first list) (error "a list to be taken apart has too few elements")))

(defproc %no-more (list)
  "Sees to it that a list has no more elements."
  (when list (error "a list to be taken apart has too many elements:" list)))

; Local functions and macros

(defmacro labels (functions &body body)
  "Binds local functions that see each other and themselves.

(labels ((ev (n) (if (= n 0) t (od (1- n)))) (od (n) (if (= n 0) nil (ev (1- n))))) (ev 10))  ;=> t"
  (list* %labels (map-with %local-function functions) body))

(defmacro flet (functions &body body)
  "Binds local functions that do not see each other.

(flet ((double (x) (* 2 x))) (mapcar #'double '(1 2)))  ;=> (2 4)"
  (list* %flet (map-with %local-function functions) body))

(defproc %local-function (definition)
  "The definition of a local function as the core takes it."
  (receive (params body) (%cl-parameters (second definition) (cddr definition))
    (list* (first definition) params body)))

(defmacro macrolet (macros &body body)
  "Binds local macros.

(macrolet ((sq (x) `(* ,x ,x))) (sq 5))  ;=> 25"
  (list* %macrolet
    (map-with (lambda (m) (list (first m) (%macro-expression (first m) (second m) (cddr m)))) macros)
    body))

; Global variables

(defmacro defvar (name &optional (value nil supplied) doc)
  "Defines a dynamic variable, unless it has a value already. Returns its name.

(progn (defvar *depth* 1) (defun depth () *depth*) (list (let ((*depth* 2)) (depth)) (depth)))  ;=> (2 1)"
  (%declare-dynamic name)
  (list progn
    (if supplied (list unless (list boundp (list quote name)) (list setq name value)) nil)
    (list %set-documentation (list quote name) ''variable doc)
    (list quote name)))

(defmacro defparameter (name value &optional doc)
  "Defines a dynamic variable and gives it a value. Returns its name.

(progn (defparameter *size* 9) *size*)  ;=> 9"
  (%declare-dynamic name)
  (list progn (list setq name value) (list %set-documentation (list quote name) ''variable doc) (list quote name)))

(defmacro defconstant (name value &optional doc)
  "Defines a name for a value that does not change. Returns the name.

(progn (defconstant +size+ 9) +size+)  ;=> 9"
  (list progn (list setq name value) (list table-set! %constants (list quote name) t)
        (list %set-documentation (list quote name) ''variable doc) (list quote name)))

; Declarations

(defmacro declare (&rest declarations)
  "Says something about the variables of a body: accepted, and of no effect.

(let ((x 1)) (declare (type integer x)) x)  ;=> 1"
  nil)

(defmacro declaim (&rest declarations)
  "Says something about the program. `special` makes variables dynamic; everything else is accepted and of no effect.

(progn (declaim (special *a*)) (setf *a* 1) (defun a () *a*) (let ((*a* 2)) (a)))  ;=> 2"
  (for-each %proclaim declarations)
  nil)

(defproc %proclaim (declaration)
  "Makes the variables of a declaration `special` dynamic."
  (when (and (pair? declaration) (= (first declaration) 'special))
    (for-each %declare-dynamic (rest declaration))))

(defproc proclaim (declaration)
  "`declaim` as a function.

(progn (proclaim '(special *a*)) (setf *a* 1) *a*)  ;=> 1"
  (%proclaim declaration)
  nil)

(defmacro the (type expression)
  "The value of the expression, which is said to be of a type. Partly: the type is not looked at.

(the integer (+ 1 2))  ;=> 3"
  expression)

(defmacro locally (&body body)
  "Evaluates the body.

(locally (declare (optimize speed)) 1)  ;=> 1"
  (cons progn body))

(defmacro eval-when (situations &body body)
  "Evaluates the body, whatever the situations. Partly: the situations do not count: the body is always evaluated.

(progn (eval-when (:compile-toplevel :load-toplevel :execute) (defun f () 1)) (f))  ;=> 1"
  (cons progn body))

(defmacro load-time-value (expression &optional read-only)
  "The value of the expression.

(load-time-value (+ 1 2))  ;=> 3"
  expression)

(defmacro %read-time (form)
  "The value of a form that was read after `#.` and is evaluated later."
  form)

; Multiple values

(defmacro multiple-value-list (expression)
  "The list of all values of an expression.

(multiple-value-list (floor 7 2))  ;=> (3 1)"
  (list %multiple-values expression))

(defmacro multiple-value-bind (variables expression &body body)
  "Binds variables to the values of an expression, those without a value to nil.

(multiple-value-bind (q r) (floor 7 2) (list q r))        ;=> (3 1)
(multiple-value-bind (a b c) (values 1 2) (list a b c))   ;=> (1 2 nil)"
  (let ((all (gensym "values")))
    (list* let* (cons (list all (list %multiple-values expression)) (%value-bindings variables all)) body)))

(defproc %value-bindings (variables all)
  "The bindings of the variables to the elements of the list in `all`."
  (if (null? variables)
    nil
    (let ((others (gensym "values")))
      (list*
        (list (first variables) (list first all))
        (list others (list rest all))
        (%value-bindings (rest variables) others)))))

(defmacro multiple-value-setq (variables expression)
  "Assigns the values of an expression to variables. Returns the first of them.

(let (q r) (multiple-value-setq (q r) (floor 7 2)) (list q r))  ;=> (3 1)"
  (let ((all (gensym "values")))
    (list let* (list (list all (list %multiple-values expression)))
      (cons progn
        (map-indexed (lambda (i v) (list setf v (list nth i all))) variables))
      (list first all))))

(defmacro multiple-value-call (function &rest expressions)
  "Calls a function with all values of the expressions.

(multiple-value-call #'list (floor 7 2) (values 'a 'b))  ;=> (3 1 a b)"
  (list apply function (cons append (map-with (lambda (e) (list %multiple-values e)) expressions))))

(defmacro multiple-value-prog1 (expression &body body)
  "The values of the first expression; the others are evaluated after it.

(multiple-value-list (multiple-value-prog1 (floor 7 2) (list 1)))  ;=> (3 1)"
  (let ((all (gensym "values")))
    (list let (list (list all (list %multiple-values expression)))
      (cons progn body)
      (list if (list and (list pair? all) (list null? (list cdr all))) (list car all) (list values-list all)))))

(defmacro nth-value (n expression)
  "One of the values of an expression, counted from 0.

(nth-value 1 (floor 7 2))  ;=> 1"
  (list nth n (list %multiple-values expression)))
