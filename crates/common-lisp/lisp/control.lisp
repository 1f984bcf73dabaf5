; Common Lisp: sequences of forms, choices, loops without words.

(defmacro prog2 (first second &body body)
  "Evaluates all expressions one after the other; the value is that of the second.

(prog2 1 2 3)  ;=> 2"
  (list progn first (list* prog1 second body)))

(defmacro prog (bindings &body body)
  "Binds variables around a `tagbody` that `return` leaves.

(prog ((i 0)) again (incf i) (when (< i 5) (go again)) (return i))  ;=> 5"
  (receive (declarations body) (%leading-declarations body)
    (list block nil (list* let bindings (append declarations (list (cons %tagbody body)))))))

(defmacro prog* (bindings &body body)
  "Like `prog`, but each value sees the variables before it.

(prog* ((a 1) (b (+ a 1))) (return (list a b)))  ;=> (1 2)"
  (receive (declarations body) (%leading-declarations body)
    (list block nil (list* let* bindings (append declarations (list (cons %tagbody body)))))))

(defmacro progv (symbols values &body body)
  "Gives dynamic variables whose names are computed other values for as long as the body runs.

(progn (defvar *a* 1) (defun a () *a*) (list (progv '(*a*) '(2) (a)) (a)))  ;=> (2 1)"
  (let ((swap (gensym "swap")))
    (list let (list (list swap (list %swap-of-symbols symbols values)))
      (list unwind-protect (list* progn (list %bind-by swap) body) (list %unbind-by swap)))))

(defproc %swap-of-symbols (symbols values)
  "The function that binds, given true, the variables that the symbols name, and unbinds them, given nil. Those that
there is no value for have none."
  (let ((binding (%binding-of-symbols symbols values)))
    (lambda (bind) (%exchange! binding bind))))

(defproc %bind-by (swap)
  "Binds. The machine unbinds if a limit ends the program meanwhile."
  (%push-swap! swap)
  (swap t))

(defproc %unbind-by (swap)
  "Unbinds."
  (swap nil)
  (%drop-swap! swap))

(defmacro catch (tag &body body)
  "Evaluates the body; what is thrown to the tag meanwhile ends that and gives the values.

(catch 'found (dolist (x '(1 2 3)) (when (evenp x) (throw 'found x))))  ;=> 2
(list (catch nil (throw nil 1)) (catch 'error (+ 1 2)))                 ;=> (1 3)"
  (list* catch (%tag-form tag) body))

(defmacro throw (tag result)
  "Ends the innermost `catch` of this tag, which then has the values of the result.

(catch 'done (throw 'done 7) 8)  ;=> 7
(throw 'nowhere 1)               ;!! uncaught-throw"
  (list throw (%tag-form tag) result))

(defproc %tag-form (form)
  "The form for the tag that the core is given."
  (if (and (pair? form) (= (first form) 'quote) (not (member? (second form) '(nil error))))
    form
    (list %tag form)))

(defproc %tag (tag)
  "The tag that the core is given for one of Common Lisp: nil and `error` are nothing special there."
  (cond ((null? tag) '%nil) ((eq tag 'error) '%error) (t tag)))

(defproc %with-tags (body)
  "A body as forms in which tags, if there are any, can be reached by `go`."
  (if (every? pair? (remove nil body)) body (list (cons %tagbody body))))

(defmacro dolist (spec &body body)
  "Evaluates the body for each element of a list.

(let ((s 0)) (dolist (x '(1 2 3) s) (incf s x)))  ;=> 6
(dolist (x '(1 2 3)) (when (> x 1) (return x)))   ;=> 2"
  (%check (spec list))
  (%counting dolist spec nil body))

(defmacro dotimes (spec &body body)
  "Evaluates the body for each number from 0 below a count.

(let ((s 0)) (dotimes (i 4 s) (incf s i)))  ;=> 6
(dotimes (i -3 i))                          ;=> 0"
  (%check (spec list))
  (%counting dotimes (if (cddr spec) (list (first spec) (list max 0 (second spec)) (third spec)) spec) t body))

(defproc %counting (operator spec keeps body)
  "The form of `dolist` or `dotimes`. A dynamic variable is bound in each iteration, and for the result, where it has its
last value if the operator keeps that."
  (if (%dynamic? (first spec))
    (let ((hidden (gensym "item")))
      (list operator
        (list* hidden (second spec)
          (if (cddr spec) (list (list let (list (list (first spec) (if keeps hidden nil))) (third spec))) nil))
        (list* let (list (list (first spec) hidden)) (%with-tags body))))
    (list* operator spec (%with-tags body))))

(defmacro do (variables end &body body)
  "A loop over variables with initial and next values, until a test is true; then the result expressions.

(do ((i 0 (1+ i)) (s 0 (+ s i))) ((= i 4) s))  ;=> 6"
  (%do-form let variables end body %assigned-together))

(defmacro do* (variables end &body body)
  "Like `do`, but each value sees the variables before it.

(do* ((i 0 (1+ i)) (j i (* 2 i))) ((= i 4) j))  ;=> 8"
  (%do-form let* variables end body (lambda (steps) (map-with (lambda (v) (list setq (first v) (third v))) steps))))

(defproc %do-form (binder variables end body assigned)
  "The form of a loop whose variables are bound once, by `let` or `let*`, and assigned in each iteration by the forms that
`assigned` makes of those with a next value."
  (let ((again (gensym "again")) (steps (filter (lambda (v) (and (pair? v) (cddr v))) variables)))
    (receive (declarations body) (%leading-declarations body)
      (list block nil
        (list* binder (map-with (lambda (v) (if (pair? v) (list (first v) (second v)) (list v nil))) variables)
          (append declarations
            (list
              (list let again nil
                (list if (first end)
                  (cons progn (rest end))
                  (list* progn (append (%with-tags body) (assigned steps) (list (list again)))))))))))))

(defproc %assigned-together (steps)
  "The forms that assign variables their next values, all of which are computed first."
  (if (null? (rest steps))
    (map-with (lambda (v) (list setq (first v) (third v))) steps)
    (let* ((last (last-pair steps)) (others (take (- (list-length steps) 1) steps))
           (names (map-with (lambda (v) (gensym "next")) others)))
      (list
        (list* let (map-with (lambda (name v) (list name (third v))) names others)
          (list setq (first (first last)) (third (first last)))
          (map-with (lambda (name v) (list setq (first v) name)) names others))))))

(defproc %leading-declarations (body)
  "Two values: the declarations that a body begins with, and what comes after them."
  (let loop ((l body) (declarations nil))
    (if (and (pair? l) (pair? (first l)) (eq (first (first l)) 'declare))
      (loop (rest l) (cons (first l) declarations))
      (values (reverse declarations) l))))

; Choices

(defmacro case (key &body clauses)
  "Evaluates the body of the first clause that has the key's value among its keys.

(case (+ 1 1) (1 'one) ((2 3) 'few) (otherwise 'many))  ;=> few
(case 5 (1 'one))                                       ;=> nil"
  (list* case key (map-with %case-clause clauses)))

(defproc %case-clause (clause)
  "A clause as the core takes it: `else` is a key like others."
  (if (= (first clause) 'else) (cons '(else) (%cl-body (rest clause))) (cons (first clause) (%cl-body (rest clause)))))

(defproc %cl-body (body)
  "A body that has at least one expression."
  (or body (list nil)))

(defmacro ecase (key &body clauses)
  "Like `case`, but a value that is not among the keys is an error.

(ecase 2 (1 'one) (2 'two))  ;=> two
(ecase 3 (1 'one))           ;!! user-error"
  (let ((value (gensym "key")))
    (list let (list (list value key))
      (list* case value
        (append (map-with %ecase-clause clauses)
          (list (list t (list %no-case ''ecase value (list quote (map-with first clauses))))))))))

(defproc %ecase-clause (clause)
  "A clause whose keys are not taken for a default."
  (if (member? (first clause) '(t otherwise else))
    (cons (list (first clause)) (%cl-body (rest clause)))
    (cons (first clause) (%cl-body (rest clause)))))

(defproc %no-case (operator value keys)
  "The error that a value is none of the keys."
  (#'error 'simple-type-error
    :format-control "~a: ~s is none of ~s"
    :format-arguments (list operator value keys)
    :datum value
    :expected-type (if (member? operator '(etypecase ctypecase)) (cons 'or keys) (cons 'member keys))))

(defmacro ccase (place &body clauses)
  "Like `ecase` for what a place holds. The restart `store-value` gives the place another value, with which it is tried
again.

(let ((n 2)) (ccase n (1 'one) (2 'two)))                                                                ;=> two
(let ((n 3)) (handler-bind ((error (lambda (c) (store-value 1)))) (ccase n (1 'one) (2 'two))))          ;=> one"
  (%until-it-fits place
    (lambda (otherwise)
      (list* case place
        (append (map-with %ecase-clause clauses)
          (list (list t (otherwise (list %no-case ''ccase place (list quote (map-with first clauses)))))))))))

(defproc %until-it-fits (place build)
  "The form that evaluates the choice that `build` makes, which gets what makes a form of the error for a value that
does not fit."
  (let ((done (gensym "done")) (again (gensym "again")) (new (gensym "new")))
    (list block done
      (list #'loop
        (list block again
          (list return-from done
            (build
              (lambda (raise)
                (list return-from again
                  (list #'restart-case raise (list 'store-value (list new) (list #'setf place new))))))))))))

(defmacro typecase (key &body clauses)
  "Evaluates the body of the first clause whose type the value is of.

(typecase \"abc\" (integer 'number) (string 'text) (t 'other))  ;=> text"
  (let ((value (gensym "key")))
    (list let (list (list value key)) (%type-clauses value clauses))))

(defproc %type-clauses (value clauses)
  "The `cond` form for the clauses of `typecase`."
  (cons cond
    (map-with
      (lambda (clause)
        (cons (if (member? (first clause) '(t otherwise)) t (%type-test value (first clause)))
          (%cl-body (rest clause))))
      clauses)))

(defmacro etypecase (key &body clauses)
  "Like `typecase`, but a value of none of the types is an error.

(etypecase 5 (integer 'number))   ;=> number
(etypecase \"a\" (integer 'number))  ;!! user-error"
  (let ((value (gensym "key")))
    (list let (list (list value key))
      (%type-clauses value
        (append clauses (list (list t (list %no-case ''etypecase value (list quote (map-with first clauses))))))))))

(defmacro ctypecase (place &body clauses)
  "Like `etypecase` for what a place holds. The restart `store-value` gives the place another value, with which it is
tried again.

(let ((n 5)) (ctypecase n (integer 'number)))  ;=> number"
  (let ((value (gensym "key")))
    (%until-it-fits place
      (lambda (otherwise)
        (list let (list (list value place))
          (%type-clauses value
            (append clauses
              (list (list t (otherwise (list %no-case ''ctypecase value (list quote (map-with first clauses)))))))))))))

; Looking at programs

(defmacro trace (&rest names)
  "From now on, each call of the named functions writes its arguments and its result. Returns the names.

(progn (defun twice (n) (* 2 n)) (trace twice) (twice 4))  ;>> (twice 4)\\n=> 8"
  (cons progn
    (append
      (map-with (lambda (name)
                  (list %set-function (list quote name) (list %traced (list quote name) (list function name)))) names)
      (list (list quote names)))))

(defmacro untrace (&rest names)
  "Undoes `trace` for the named functions. Returns the names.

(progn (defun twice (n) (* 2 n)) (trace twice) (untrace twice) (twice 4))  ;>>"
  (cons progn
    (append
      (map-with (lambda (name) (list %set-function (list quote name) (list %untraced (list function name)))) names)
      (list (list quote names)))))

(defproc compile (name &optional definition)
  "The function: everything is compiled anyway.

(funcall (compile nil '(lambda (x) (* x x))) 5)  ;=> 25"
  (cond
    ((null? definition) name)
    ((procedure? definition) definition)
    (t (let ((f (eval definition))) (when name (%set-function name f)) (or name f)))))

(defproc fdefinition (name)
  "The function that the symbol names.

(funcall (fdefinition 'car) '(1 2))  ;=> 1"
  (symbol-function (if (pair? name) (%setter-name (second name)) name)))

(defproc documentation (name &optional kind)
  "The docstring of the function or macro that the symbol names.

(progn (defun f () \"Says one.\" 1) (documentation 'f 'function))  ;=> \"Says one.\""
  (or (table-ref %documentation (list name kind))
    (if (member? kind '(nil function compiler-macro)) (%function-doc name) nil)))

(setq %documentation (make-table))

(defproc %set-documentation (name kind text)
  "Documents what a name means as a thing of some kind. Returns the text."
  (when text (table-set! %documentation (list name kind) text))
  text)

(defproc compiled-function-p (object)
  "Returns whether the object is a function. All are compiled.

(compiled-function-p #'car)  ;=> t"
  (procedure? object))

(defproc constantp (form &optional environment)
  "Returns whether the form is one whose value does not change. Partly: only constants, quoted things and constants by
name are recognized.

(constantp 5)   ;=> t
(constantp 'a)  ;=> nil"
  (cond
    ((pair? form) (= (first form) 'quote))
    ((symbol? form) (table-has? %constants form))
    (t t)))

(defmacro define-compiler-macro (name params &body body)
  "Accepted, and of no effect: it could only make the program faster. Partly: it has no effect.

(list (define-compiler-macro f (x) x))  ;=> (f)"
  (list quote name))

(defmacro step (form)
  "Evaluates the form. Partly: it only evaluates the form.

(step (+ 1 2))  ;=> 3"
  form)

(defproc break (&optional control &rest arguments)
  "Pauses the program for the debugger that it runs under, which shows the text. Returns the value that the debugger
gives, or nil. Without one it is an error.

(break \"here\")  ;!! user-error"
  (%break (if control (apply #'format nil control arguments) nil)))

(defproc lisp-implementation-type ()
  "The name of this Lisp.

(lisp-implementation-type)  ;=> \"Klammer\""
  "Klammer")

(defproc sxhash (object)
  "A number that is the same for objects that are `equal`.

(= (sxhash \"ab\") (sxhash \"ab\"))  ;=> t"
  (let loop ((text (prin1-to-string object)) (i 0) (sum 0))
    (if (= i (string-length text))
      sum
      (loop text (+ i 1) (modulo (+ (* 31 sum) (char->integer (string-ref text i))) 1152921504606846976)))))
