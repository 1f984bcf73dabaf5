; Common Lisp: conditions, handlers and restarts.
;
; A condition that a program makes is an object of a class (see object.lisp). What is thrown to the tag `error` is a
; condition of the core; if it stands for an object, that is its only irritant, and its message is the object's report.
; Errors of the core itself count as objects of the classes `error`, `simple-error`, `arithmetic-error` and so on by
; their codes.

(defproc %condition-object (core)
  "The object that a condition of the core stands for: itself, if it is an error of the core."
  (let ((irritants (if (and (condition? core) (= (condition-code core) 'user-error)) (condition-irritants core) nil)))
    (if (and irritants (record? (first irritants)) (null? (rest irritants))
             (%instance-of? (first irritants) 'condition))
      (first irritants)
      core)))

(setq %core-conditions
  (list->table
    '((wrong-type (type-error simple-type-error simple-condition error serious-condition condition))
      (division-by-zero (division-by-zero arithmetic-error error serious-condition condition))
      (unbound-variable (unbound-variable cell-error error serious-condition condition))
      (undefined-function (undefined-function cell-error error serious-condition condition))
      (file (file-error error serious-condition condition))
      (uncaught-throw (control-error error serious-condition condition))
      (not-a-function (type-error simple-type-error simple-condition error serious-condition condition))
      (unclosed (end-of-file stream-error error serious-condition condition))
      (stray-parenthesis (reader-error parse-error stream-error error serious-condition condition))
      (bad-token (reader-error parse-error stream-error error serious-condition condition))
      (argument-count (program-error error serious-condition condition))
      (syntax (program-error error serious-condition condition))
      (index-out-of-range (type-error error serious-condition condition))
      (bad-value (simple-type-error simple-condition type-error arithmetic-error error serious-condition condition))
      (user-error (simple-error simple-condition error serious-condition condition)))))

(defproc %core-condition-types (condition)
  "The names of the classes that a condition of the core counts as, the most special first."
  (let* ((code (condition-code condition)) (irritants (condition-irritants condition))
         (about-symbol (and (pair? irritants) (symbol? (first irritants)))))
    (table-ref %core-conditions
      (cond
        ((and (= code 'unbound-variable) (= (rest irritants) '(function))) 'undefined-function)
        ((and (= code 'not-a-function) about-symbol) 'undefined-function)
        (t code))
      '(error serious-condition condition))))

(defproc %condition-of-type? (condition type)
  "Returns whether a condition, an object or one of the core, is of the type."
  (cond
    ((= type t) t)
    ((condition? condition)
      (if (pair? type)
        (case (first type)
          (or (some? (lambda (one) (%condition-of-type? condition one)) (rest type)))
          (and (every? (lambda (one) (%condition-of-type? condition one)) (rest type)))
          (not (not (%condition-of-type? condition (second type))))
          (t nil))
        (let* ((name (%class-name type)) (definition (table-ref %type-definitions name)))
          (if definition
            (%condition-of-type? condition (definition nil))
            (member? name (%core-condition-types condition))))))
    (t (or (and (symbol? type) (%instance-of? condition type)) (typep condition type)))))

; Signalling. Handlers and restarts are among the handlers of the machine, which asks this file about errors of its own
; (src/vm/handler_stack.rs).

(defproc %make-condition (datum arguments default)
  "The condition that the arguments of `error` and its kin describe."
  (cond
    ((or (condition? datum) (record? datum)) datum)
    ((string? datum)
      (%make-instance default (list :format-control datum :format-arguments arguments)))
    (t (%make-instance datum arguments))))

(defproc %report (condition)
  "The text that a condition shows."
  (cond
    ((condition? condition) (condition-message condition))
    ((%instance-of? condition 'simple-condition)
      (let ((control (%slot condition 'format-control)))
        (if control
          (%cl-format 0 nil control (map-with %prepared (%slot condition 'format-arguments)))
          (%cl-text (%class-name-of condition) nil))))
    ((%printer-of condition) (%printed-text (%printer-of condition) condition))
    (t (string-append "condition " (%cl-text (%class-name-of condition) nil)))))

(defproc signal (datum &rest arguments)
  "Gives a condition to the handlers that are in force. Returns nil if none of them takes it.

(signal 'condition)                                                            ;=> nil
(handler-case (signal 'simple-condition) (simple-condition (c) 'taken))        ;=> taken"
  (%signal (%make-condition datum arguments 'simple-condition)))

(defproc %signal (condition &optional is-error)
  "Calls the handlers that a condition fits, the innermost first; while one runs, only those outside of the form that
established it are in force. An error goes no further than to the first form that catches errors otherwise."
  (let loop ((mark (%next-mark 'handlers nil is-error)))
    (when mark
      (catch (%mark 'mask mark)
        (dolist (handler (%mark-content mark))
          (when (%condition-of-type? condition (first handler)) (funcall (second handler) condition))))
      (loop (%next-mark 'handlers mark is-error)))))

(defproc %offer (condition)
  "Signals an error at the place where it happened. The machine calls this function for an error that has handlers."
  (%signal (%condition-object condition) t)
  (%throw-offered nil condition))

(defproc error (datum &rest arguments)
  "Raises an error: a condition of a type, or one with the text of a control string and arguments.

(error \"no ~a\" 'luck)                                             ;!! user-error
(handler-case (error \"no ~a\" 'luck) (error (c) (princ-to-string c)))  ;=> \"no LUCK\""
  (let ((condition (%make-condition datum arguments 'simple-error)))
    (%signal condition t)
    (%raise condition)))

(defproc %raise (condition)
  "Lets an error that no handler has taken go on its way."
  (%throw-offered (if (condition? condition) nil (%report condition)) condition))

(defproc cerror (continue datum &rest arguments)
  "Raises an error that the restart `continue` goes on from.

(handler-bind ((error (lambda (c) (continue)))) (cerror \"go on\" \"no ~a\" 'luck) 'gone-on)  ;=> gone-on"
  (%call-with-restart 'continue (lambda () nil) (lambda (stream) (#'format stream continue))
    (lambda () (apply #'error datum arguments))))

(defproc warn (datum &rest arguments)
  "Gives a warning to the handlers, and writes it if none of them takes it. Returns nil.

(warn \"odd: ~a\" 5)  ;>> WARNING: odd: 5"
  (let ((condition (%make-condition datum arguments 'simple-warning)))
    (%call-with-restart 'muffle-warning (lambda () nil) "Muffle the warning."
      (lambda ()
        (%signal condition)
        (%write-text (string-append "WARNING: " (%report condition) "\n") *error-output*)
        nil))))

(defmacro handler-case (expression &rest clauses)
  "Evaluates the expression; a condition of the type of a clause ends it, and the clause gives the value.

(handler-case (/ 1 0) (division-by-zero () 'infinite))            ;=> infinite
(handler-case (error \"no\") (error (c) (format nil \"~a\" c)))       ;=> \"no\"
(handler-case (+ 1 2) (error () 0) (:no-error (n) (* 10 n)))      ;=> 30"
  (let ((no-error (assoc :no-error clauses)) (others (remove-if (lambda (c) (= (first c) :no-error)) clauses))
        (done (gensym "done")))
    (if no-error
      (list block done
        (list multiple-value-call (list* #'lambda (second no-error) (cddr no-error))
          (list* handler-case expression
            (map-with (lambda (c) (list (first c) (second c) (list return-from done (list* #'locally (cddr c)))))
                      others))))
      (let ((leave (gensym "leave")) (condition (gensym "condition")))
        (%after-leaving done leave
          (list catch
            (list %mark (list quote 'handlers)
              (cons list
                (map-with
                  (lambda (clause)
                    (list list (list quote (first clause))
                      (list lambda (list condition)
                        (list return-from leave
                          (list lambda nil
                            (list* #'let (if (second clause) (list (list (first (second clause)) condition)) nil)
                                   (%cl-body (cddr clause))))))))
                  others)))
            expression))))))

(defproc %after-leaving (done leave form)
  "The form whose value is that of `form`, which may leave to the block `leave` with a function: then that is called,
outside of everything that `form` had established."
  (list block done (list funcall (list block leave (list return-from done form)))))

(defmacro handler-bind (bindings &body body)
  "Evaluates the body with handlers in force: functions that are called with the conditions of their types, before the
stack is left.

(handler-bind ((error (lambda (c) (throw 'out 'caught)))) (catch 'out (error \"no\")))                          ;=> caught
(handler-bind ((error (lambda (c) (invoke-restart 'use 7)))) (restart-case (car 5) (use (v) v)))             ;=> 7"
  (list* catch
    (list %mark (list quote 'handlers)
      (cons list (map-with (lambda (b) (list list (list quote (first b)) (second b))) bindings)))
    (%cl-body body)))

(defmacro ignore-errors (&body body)
  "Evaluates the body; an error ends it, and the value is nil.

(list (ignore-errors (/ 1 0)) (ignore-errors 5))  ;=> (nil 5)"
  (let ((condition (gensym "condition")))
    (list handler-case (cons progn body) (list 'error (list condition) (list #'values nil condition)))))

(defmacro assert (expression &optional places datum &rest arguments)
  "Raises an error if the expression is nil. The restart `continue` tries it again. The error shows the values of the
arguments if the expression is a call of a function.

(assert (= 1 1))                       ;=> nil
(assert (= 1 2))                       ;!! user-error
(assert (= 1 2) () \"no ~a\" 'luck)      ;!! user-error
(let ((x 4)) (handler-case (assert (= x 3)) (error (c) (princ-to-string c))))  ;=> \"The assertion (= X 3) failed with X = 4.\""
  (let ((raising
          (lambda (error)
            (list restart-case error '(continue () :report "Try the assertion again." nil)))))
    (if (and (null? datum) (pair? expression) (list? expression) (eq (%operator-kind (first expression)) 'function))
      (let ((values (map-with (lambda (part) (gensym "value")) (rest expression))))
        (list #'loop 'until
          (list let (map-with list values (rest expression))
            (list or (cons (first expression) values)
              (list progn (raising (list %failed-assertion (list quote expression) (cons list values))) nil)))))
      (list #'loop 'until expression 'do
        (raising
          (if datum
            (list* #'error datum arguments)
            (list %failed-assertion (list quote expression) nil)))))))

(defproc %failed-assertion (expression values)
  "Raises the error of an assertion without a text of its own, whose arguments have these values."
  (let ((shown (if values (%shown-values expression values " = " prin1-to-string) nil)))
    (#'error "The assertion ~s failed~@[ with ~a~]." expression (if shown (string-join shown ", ") nil))))

(defmacro check-type (place type &optional text)
  "Raises an error if what a place holds is not of a type. The restart `store-value` gives the place a value.

(let ((n 5)) (check-type n integer))    ;=> nil
(let ((n 'a)) (check-type n integer))   ;!! user-error"
  (let ((new (gensym "new")))
    (list #'loop 'until (list typep place (list quote type)) 'do
      (list restart-case
        (list #'error ''simple-type-error
          :format-control "The value of ~s is ~s, which is not ~a."
          :format-arguments (list list (list quote place) place (or text (list quote (list 'of 'type type))))
          :datum place
          :expected-type (list quote type))
        (list 'store-value (list new) (list setf place new))))))

; Restarts

(setq %restart-type (%make-structure-type 'restart '(name function report interactive test) nil 'opaque))

(defproc %call-with-restart (name f report body)
  "Calls `body`; invoking the restart ends that, and `f` gives the value."
  (block done
    (funcall
      (block leave
        (return-from done
          (catch
            (%mark 'restarts
              (list (make-record %restart-type name
                                 (lambda (&rest arguments) (return-from leave (lambda () (apply f arguments)))) report
                                 nil nil)))
            (body)))))))

(defmacro restart-case (expression &rest clauses)
  "Evaluates the expression with restarts in force; invoking one ends it, and the clause gives the value. Clauses take
`:report`, `:interactive` and `:test`.

(restart-case (invoke-restart 'use 5) (use (x) (* 2 x)))                                             ;=> 10
(handler-bind ((error (lambda (c) (invoke-restart 'skip)))) (restart-case (error \"no\") (skip () 'skipped)))  ;=> skipped"
  (let ((done (gensym "done")) (leave (gensym "leave")) (arguments (gensym "arguments")))
    (%after-leaving done leave
      (list catch
        (list %mark (list quote 'restarts)
          (cons list
            (map-with
              (lambda (clause)
                (receive (options body) (%restart-options (cddr clause) nil)
                  (%restart-form (first clause)
                    (list lambda (list '&rest arguments)
                      (list return-from leave
                        (list lambda nil (list apply (list* #'lambda (second clause) (%cl-body body)) arguments))))
                    options)))
              clauses)))
        expression))))

(defproc %restart-options (body options)
  "Two values: the options of a restart at the beginning of its body, and the rest."
  (if (and (pair? body) (member? (first body) '(:report :interactive :test)))
    (%restart-options (cddr body) (list* (first body) (second body) options))
    (values options body)))

(defproc %restart-form (name f options)
  "The form that makes a restart."
  (let* ((option (lambda (key) (%option key options)))
         (f-option (lambda (key) (if (option key) (list function (option key)) nil))))
    (list make-record %restart-type (list quote name) f
      (if (string? (option :report)) (option :report) (f-option :report))
      (f-option :interactive)
      (f-option :test))))

(defmacro restart-bind (bindings &body body)
  "Evaluates the body with restarts in force that are functions.

(restart-bind ((use (lambda (x) x))) (invoke-restart 'use 5))  ;=> 5"
  (list* catch
    (list %mark (list quote 'restarts)
      (cons list
        (map-with
          (lambda (b)
            (let ((option (lambda (key) (%option key (cddr b)))))
              (list make-record %restart-type (list quote (first b)) (second b)
                (option :report-function) (option :interactive-function) (option :test-function))))
          bindings)))
    (%cl-body body)))

(defmacro with-simple-restart (spec &body body)
  "Evaluates the body with a restart in force that ends it with the values nil and t.

(multiple-value-list (with-simple-restart (skip \"Skip it.\") (invoke-restart 'skip)))  ;=> (nil t)"
  (list %call-with-restart (list quote (first spec)) (list lambda nil (list #'values nil t))
    (list lambda '(stream) (list* #'format 'stream (rest spec)))
    (list* lambda nil (%cl-body body))))

(defmacro with-condition-restarts (condition restarts &body body)
  "Evaluates the body. Every restart counts for every condition.

(with-condition-restarts (make-condition 'error) nil 5)  ;=> 5"
  (list* progn condition restarts body))

(defproc %fits-condition? (restart condition)
  "Returns whether the restart applies to the condition."
  (let ((test (record-ref %restart-type restart 4)))
    (or (null? test) (not (not (funcall test condition))))))

(defproc compute-restarts (&optional condition)
  "The restarts in force, the innermost first; with a condition, those whose test it passes.

(compute-restarts)                                                               ;=> nil
(restart-case (mapcar #'restart-name (compute-restarts)) (a () 1) (b () 2))      ;=> (a b)"
  (let loop ((mark (%next-mark 'restarts nil nil)) (found nil))
    (if mark
      (loop (%next-mark 'restarts mark nil)
        (append found (filter (lambda (r) (%fits-condition? r condition)) (%mark-content mark))))
      found)))

(defproc find-restart (name &optional condition)
  "The innermost restart of that name, or nil.

(find-restart 'nobody)  ;=> nil"
  (if (record? name)
    name
    (let loop ((mark (%next-mark 'restarts nil nil)))
      (if mark
        (or
          (find-if (lambda (r) (and (eq (record-ref %restart-type r 0) name) (%fits-condition? r condition)))
                   (%mark-content mark))
          (loop (%next-mark 'restarts mark nil)))
        nil))))

(defproc restart-name (restart)
  "The name of a restart.

(restart-case (restart-name (find-restart 'use)) (use () 1))  ;=> use"
  (record-ref %restart-type restart 0))

(defproc %write-restart (restart stream)
  "Writes what a restart says about itself: its report, or its name."
  (let ((report (record-ref %restart-type restart 2)))
    (cond
      ((string? report) (%write-text report stream))
      (report (funcall report stream))
      (t (%write-text (%cl-text (restart-name restart) nil) stream)))))

(defproc invoke-restart-interactively (name)
  "Goes on with a restart, which asks for its arguments itself.

(restart-case (invoke-restart-interactively 'use) (use (x) :interactive (lambda () (list 5)) (* 2 x)))  ;=> 10"
  (let* ((restart (%restart-in-force name)) (interactive (record-ref %restart-type restart 3)))
    (apply (record-ref %restart-type restart 1) (if interactive (funcall interactive) nil))))

(defproc %restart-in-force (name)
  "The restart of that name, which must be in force."
  (or (find-restart name)
    (#'error 'simple-control-error :format-control "no restart ~s is in force" :format-arguments (list name))))

(defproc invoke-restart (name &rest arguments)
  "Goes on with a restart.

(restart-case (invoke-restart 'use 5) (use (x) x))                                ;=> 5
(invoke-restart 'nobody)                                                          ;!! user-error
(handler-case (invoke-restart 'nobody) (control-error () 'none))                  ;=> none"
  (apply (record-ref %restart-type (%restart-in-force name) 1) arguments))

(defproc %invoke-if-there (name condition &rest arguments)
  "Goes on with a restart if it is in force."
  (let ((restart (find-restart name condition)))
    (when restart (apply (record-ref %restart-type restart 1) arguments))))

(defproc continue (&optional condition)
  "Goes on with the restart `continue` if it is in force.

(continue)  ;=> nil"
  (%invoke-if-there 'continue condition))

(defproc muffle-warning (&optional condition)
  "Goes on with the restart `muffle-warning`: the warning is not written.

(handler-bind ((warning #'muffle-warning)) (warn \"odd\") 'quiet)  ;=> quiet"
  (invoke-restart 'muffle-warning))

(defproc abort (&optional condition)
  "Goes on with the restart `abort`.

(restart-case (abort) (abort () 'over))  ;=> over"
  (invoke-restart 'abort))

(defproc use-value (value &optional condition)
  "Goes on with the restart `use-value` if it is in force.

(restart-case (use-value 5) (use-value (x) x))  ;=> 5"
  (%invoke-if-there 'use-value condition value))

(defproc store-value (value &optional condition)
  "Goes on with the restart `store-value` if it is in force.

(restart-case (store-value 5) (store-value (x) x))  ;=> 5"
  (%invoke-if-there 'store-value condition value))

; Kinds of conditions

(defmacro define-condition (name parents slots &rest options)
  "Defines a class of conditions, with slots as for `defclass`; the option `:report` says how one shows itself.

(progn (define-condition odd (error) ((n :initarg :n :reader odd-n)) (:report (lambda (c s) (format s \"odd: ~a\" (odd-n c))))) (handler-case (error 'odd :n 5) (odd (c) (list (odd-n c) (princ-to-string c)))))  ;=> (5 \"odd: 5\")"
  (let* ((report (assoc :report options))
         (others (remove-if-not (lambda (o) (member? (first o) '(:default-initargs :documentation))) options))
         (class (list* defclass name (or parents (list 'condition)) slots others)))
    (if report
      (list progn class
        (list table-set! %printers (list quote name)
          (if (string? (second report))
            (list lambda '(c s) (list #'write-string (second report) 's))
            (list function (second report))))
        (list quote name))
      class)))

(defproc make-condition (type &rest initial-values)
  "A condition of a type.

(typep (make-condition 'simple-error) 'error)  ;=> t"
  (%make-instance type initial-values))

(defproc simple-condition-format-control (condition)
  "The control string of a condition.

(handler-case (error \"no ~a\" 1) (error (c) (simple-condition-format-control c)))  ;=> \"no ~a\""
  (if (condition? condition) (condition-message condition) (%slot condition 'format-control)))

(defproc simple-condition-format-arguments (condition)
  "The arguments of a condition's control string.

(handler-case (error \"no ~a\" 1) (error (c) (simple-condition-format-arguments c)))  ;=> (1)"
  (if (condition? condition) nil (%slot condition 'format-arguments)))

; Slots of conditions. Core conditions have the object in question among their irritants, or name it in their message.

(defproc %told (condition slot)
  "Returns what a condition says about its cause."
  (if (condition? condition)
    (let ((irritants (condition-irritants condition)))
      (if irritants (first irritants) (%intern-here (%word-of (condition-message condition)))))
    (%slot condition slot)))

(defproc %word-of (message)
  "The name at the beginning of a message."
  (let* ((words (string-split message #\space)) (words (if (= (first words) "the") (cddr words) words)))
    (first words)))

(defproc type-error-datum (condition)
  "The thing that was of a wrong type.

(handler-case (car 5) (type-error (c) (type-error-datum c)))  ;=> 5"
  (%told condition 'datum))

(defproc type-error-expected-type (condition)
  "The type that a thing should have had; t if nobody said.

(handler-case (let ((x 5)) (check-type x string)) (type-error (c) (type-error-expected-type c)))  ;=> string"
  (if (condition? condition) (%expected-type (condition-message condition)) (%slot condition 'expected-type)))

(defproc cell-error-name (condition)
  "The name of the variable or function that has no value.

(handler-case (symbol-value 'nobody) (unbound-variable (c) (cell-error-name c)))  ;=> nobody"
  (%told condition 'name))

(defproc file-error-pathname (condition)
  "The name of the file that there was an error with, or nil.

(handler-case (error 'file-error :pathname \"a.txt\") (file-error (c) (file-error-pathname c)))  ;=> \"a.txt\""
  (if (condition? condition) nil (%slot condition 'pathname)))

(defproc stream-error-stream (condition)
  "The stream that there was an error with.

(with-input-from-string (s \"\") (handler-case (read s) (end-of-file (c) (eq (stream-error-stream c) s))))  ;=> t"
  (if (condition? condition) nil (%slot condition 'stream)))

(defproc arithmetic-error-operation (condition)
  "The name of the operation that failed, or nil.

(handler-case (/ 1 0) (arithmetic-error (c) (arithmetic-error-operation c)))  ;=> nil"
  (if (condition? condition) nil (%slot condition 'operation)))

(defproc arithmetic-error-operands (condition)
  "The operands of the operation that failed, or nil.

(handler-case (/ 1 0) (arithmetic-error (c) (arithmetic-error-operands c)))  ;=> nil"
  (if (condition? condition) nil (%slot condition 'operands)))
