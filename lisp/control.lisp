; Control: macros of the core that are written in the language itself.
;
; An expansion holds the functions that it calls as objects, not by name: a program may give the names another meaning.

(defmacro let/cc (name &body body)
  "Evaluates the body with `name` bound to the current continuation.

(let/cc k (+ 1 (k 5)))  ;=> 5"
  `(,call/cc (lambda (,name) ,@body)))

(defmacro receive (formals values &body body)
  "Binds the parameters `formals` to the multiple values of an expression and evaluates the body.

(receive (a b) (values 1 2) (list b a))         ;=> (2 1)
(receive (a . more) (values 1 2 3) (list a more))  ;=> (1 (2 3))"
  `(,apply (lambda ,formals ,@body) (,%values->list ,values)))

(defmacro prog1 (value &body body)
  "Evaluates all expressions one after the other; the value is that of the first.

(let ((n 1)) (prog1 n (setq n 2)))  ;=> 1"
  (with-names (result)
    `(let ((,result ,value)) ,@body ,result)))

; Names

(defmacro with-names (names &body body)
  "For macros: evaluates the body with each name bound to a symbol that no program can write, for variables of the code
that the macro makes. The symbols are made once, when the macro is compiled, so that any number of calls leaves nothing
behind; calls inside of each other hide each other's variables, as they should. A macro that puts together code of
several of its own calls needs `gensym`, which makes a new symbol each time.

(progn (defmacro add-twice (x) (with-names (v) `(let ((,v ,x)) (+ ,v ,v)))) (let ((v 4)) (add-twice (+ v 1))))  ;=> 10"
  (%check (names list))
  `(let ,(map-with (lambda (name) `(,name (quote ,(gensym (symbol->string name))))) names) ,@body))

; Loops

(defmacro until (test &body body)
  "Evaluates the body again and again until the test is true. Returns nil.

(let ((i 0)) (until (= i 5) (setq i (+ i 1))) i)  ;=> 5"
  `(while (,not ,test) ,@body))

(defmacro repeat (count &body body)
  "Evaluates the body `count` times. Returns nil.

(let ((n 1)) (repeat 10 (setq n (* 2 n))) n)  ;=> 1024
(repeat 3 (display 'x))                       ;>> xxx"
  (with-names (turn)
    `(dotimes (,turn ,count) ,@body)))

; Variables

(defmacro defvar (name value)
  "Defines a global variable unless it is defined already: loading a file again keeps the value that it has. Returns the
name.

(progn (defvar size 9) size)                  ;=> 9
(progn (setq size 4) (defvar size 9) size)    ;=> 4"
  `(progn
     (unless (,defined? ',name) (setq ,name ,value))
     ',name))

(defmacro inc! (variable &optional (amount 1))
  "Adds 1, or `amount`, to a variable. Returns the new value.

(let ((n 1)) (inc! n) (inc! n 10) n)  ;=> 12"
  `(setq ,variable (,+ ,variable ,amount)))

(defmacro dec! (variable &optional (amount 1))
  "Subtracts 1, or `amount`, from a variable. Returns the new value.

(let ((n 5)) (dec! n))  ;=> 4"
  `(setq ,variable (,- ,variable ,amount)))

(defmacro push! (element variable)
  "Puts an element in front of the list that a variable holds. Returns the new list.

(let ((stack '(1))) (push! 2 stack) stack)  ;=> (2 1)"
  `(setq ,variable (,cons ,element ,variable)))

(defmacro pop! (variable)
  "Takes the first element off the list that a variable holds. Returns the element.

(let ((stack '(2 1))) (list (pop! stack) stack))  ;=> (2 (1))"
  (with-names (element)
    `(let ((,element (,first ,variable)))
       (setq ,variable (,rest ,variable))
       ,element)))

; Errors

(defmacro assert (expression &optional (message "assertion failed:"))
  "Raises an error that shows the expression, if its value is nil, and the values that a comparison compared. Returns
the value.

(assert (= 1 1))                          ;=> t
(assert (= 1 2))                          ;!! user-error
(assert (member? 3 '(1 2)) \"not a digit:\")  ;!! user-error
(catch-and-apply 'error (lambda (tag c) (condition-message c)) (assert (= 1 2)))  ;=> \"assertion failed: (= 1 2)\"
(let ((x 3)) (catch-and-apply 'error (lambda (tag c) (condition-message c)) (assert (= x 2))))  ;=> \"assertion failed: (= x 2), where x is 3\""
  (%asserted expression message))

(defmacro deftest (name &body body)
  "Defines a test, which `klammer test` evaluates: it fails if its body raises an error, as `assert` does. A program that
runs skips it. Returns the name. To `klammer grade`, a test whose body begins with `:points 3` is worth three points.

(deftest sums (assert (= (+ 1 2) 3)))  ;=> sums"
  `(progn (lambda () ,@body) ',name))

(setq %comparisons '(= /= < > <= >= = eqv? equal? string=? string<? char=? member? not null? empty? every? some?))

(defproc %asserted (expression message)
  "Returns the expansion of `assert`."
  (if (and (pair? expression) (list? (rest expression)) (member? (first expression) %comparisons))
    (let ((values (map-with (lambda (part) (gensym)) (rest expression))))
      `(,let ,(map-with list values (rest expression))
         (,or (,(first expression) ,@values)
              (,error (,%assertion ,message (,quote ,expression) (,list ,@values))))))
    `(,or ,expression (,error ,message (,quote ,expression)))))

(defproc %assertion (message expression values)
  "Returns the message of an assertion, with the values of those parts that are no constants."
  (let* ((show (lambda (value) (format nil "~s" value))) (shown (%shown-values expression values " is " show)))
    (format nil "~a ~s~a~a" message expression (if shown ", where " "") (string-join shown " and "))))

(defproc %shown-values (expression values joint show)
  "Returns a text for each argument of the call that is no constant: the argument, `joint`, and its value, as `show` writes
them."
  (append-map
    (lambda (pair)
      (let ((part (first pair)))
        (if (if (pair? part)
              (not (member? (first part) '(quote function lambda)))
              (and (symbol? part) (not (member? part '(t nil)))))
          (list (string-append (show part) joint (%beginning (show (second pair)) 200)))
          nil)))
    (zip (rest expression) values)))

(defproc %beginning (text size)
  "Returns the text, or its beginning and dots if it is longer."
  (if (> (string-length text) size) (string-append (substring text 0 size) "...") text))

(defmacro ignore-errors (&body body)
  "Evaluates the body; the value is nil if an error is raised in it.

(ignore-errors (/ 1 0))  ;=> nil
(ignore-errors (+ 1 2))  ;=> 3"
  `(catch-and-apply 'error ,(constantly #f) ,@body))
