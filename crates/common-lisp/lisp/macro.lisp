; Common Lisp: macros and special operators as things that programs ask about.

(setq *macroexpand-hook* 'funcall)

; Macros of the standard that are operators of the core: what they expand to.

(setq %standard-expanders
  (list->table
    (list
      (list 'when (lambda (form) (list 'if (second form) (cons 'progn (cddr form)))))
      (list 'unless (lambda (form) (list 'if (second form) nil (cons 'progn (cddr form)))))
      (list 'return (lambda (form) (list 'return-from nil (second form))))
      (list 'and
        (lambda (form)
          (cond ((null? (rest form)) t) ((null? (cddr form)) (second form))
                (t (list 'if (second form) (cons 'and (cddr form)) nil)))))
      (list 'or
        (lambda (form)
          (cond
            ((null? (rest form)) nil)
            ((null? (cddr form)) (second form))
            (t (let ((value (gensym "value")))
                 (list 'let (list (list value (second form))) (list 'if value value (cons 'or (cddr form)))))))))
      (list 'cond
        (lambda (form)
          (if (null? (rest form))
            nil
            (let ((clause (second form)) (others (cons 'cond (cddr form))))
              (if (rest clause)
                (list 'if (first clause) (cons 'progn (rest clause)) others)
                (list 'or (first clause) others)))))))))

(setq %special-operators
  '(block catch eval-when flet function go if labels let let* load-time-value locally macrolet multiple-value-call
    multiple-value-prog1 progn progv
    quote return-from setq symbol-macrolet tagbody the throw unwind-protect))

(defproc special-operator-p (name)
  "Returns whether the symbol names a special operator. The standard's special operators are those that do.

(special-operator-p 'if)    ;=> t
(special-operator-p 'when)  ;=> nil"
  (unless (symbolp name) (%type-error 'special-operator-p name 'symbol))
  (not (not (member? name %special-operators))))

(defproc macro-function (name &optional environment)
  "The function that expands the macro of that name, or nil if it names none. It takes the form and an environment.
Partly: macros of `macrolet` are not seen.

(not (macro-function 'car))                      ;=> t
(funcall (macro-function 'when) '(when a b) nil)  ;=> (if a (progn b))"
  (unless (symbolp name) (%type-error 'macro-function name 'symbol))
  (let ((standard (table-ref %standard-expanders name)))
    (cond
      ((and standard (= (%operator-kind name) 'special)) (lambda (form environment) (standard form)))
      ((and (symbol? name) (= (%operator-kind name) 'macro)) (lambda (form environment) (expand-macro-once form)))
      (t nil))))

(defproc macroexpand-1 (form &optional environment)
  "The form that a call of a macro stands for, and t; any other form itself, and nil. Partly: macros of `macrolet` are
not seen.

(multiple-value-list (macroexpand-1 '(when a b)))  ;=> ((if a (progn b)) t)
(multiple-value-list (macroexpand-1 '(car x)))     ;=> ((car x) nil)"
  (let ((expander (if (and (pair? form) (symbol? (first form))) (macro-function (first form)) nil)))
    (if expander
      (#'values (if (= *macroexpand-hook* 'funcall)
                  (expander form environment)
                  (funcall *macroexpand-hook* expander form environment)) t)
      (#'values form nil))))

(defproc macroexpand (form &optional environment)
  "Expands the head of the form until it is no macro. The second value is whether it was one. Partly: macros of
`macrolet` are not seen.

(progn (defmacro twice (x) `(when ,x ,x)) (multiple-value-list (macroexpand '(twice a))))  ;=> ((if a (progn a)) t)"
  (let loop ((form form) (expanded nil))
    (let ((expander (if (and (pair? form) (symbol? (first form))) (macro-function (first form)) nil)))
      (if expander
        (loop (if (= *macroexpand-hook* 'funcall)
                (expander form environment)
                (funcall *macroexpand-hook* expander form environment)) t)
        (#'values form expanded)))))

(defproc compiler-macro-function (name &optional environment)
  "Nil: there are no compiler macros.

(compiler-macro-function 'car)  ;=> nil"
  nil)

(defproc disassemble (function)
  "Prints the machine's instructions for a function that is written in Lisp. Returns nil.

(disassemble (lambda (x) x))  ;=> nil
(disassemble 5)               ;!! wrong-type"
  (disassemble (if (symbol? function) (symbol-function function) function)))

(defproc %unsupported (name what)
  "The error that something of the standard is not there."
  (error (format nil "~a: ~a are not supported" name what)))

; The names of constants.

(setq %constants
  (list->table
    (map-with (lambda (name) (list name t))
      '(array-dimension-limit array-rank-limit array-total-size-limit boole-1 boole-2 boole-and boole-andc1 boole-andc2
        boole-c1
        boole-c2 boole-clr boole-eqv boole-ior boole-nand boole-nor boole-orc1 boole-orc2 boole-set boole-xor
        call-arguments-limit char-code-limit double-float-epsilon double-float-negative-epsilon
        internal-time-units-per-second
        lambda-list-keywords lambda-parameters-limit least-negative-double-float least-negative-long-float
        least-negative-normalized-double-float least-negative-normalized-long-float
        least-negative-normalized-short-float
        least-negative-normalized-single-float least-negative-short-float least-negative-single-float
        least-positive-double-float least-positive-long-float least-positive-normalized-double-float
        least-positive-normalized-long-float least-positive-normalized-short-float
        least-positive-normalized-single-float
        least-positive-short-float least-positive-single-float long-float-epsilon long-float-negative-epsilon
        most-negative-double-float most-negative-fixnum most-negative-long-float most-negative-short-float
        most-negative-single-float most-positive-double-float most-positive-fixnum most-positive-long-float
        most-positive-short-float most-positive-single-float multiple-values-limit pi short-float-epsilon
        short-float-negative-epsilon single-float-epsilon single-float-negative-epsilon))))
