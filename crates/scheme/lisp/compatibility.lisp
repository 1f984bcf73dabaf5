; Names of Chez, Gambit, Guile, MIT Scheme and Racket that portable programs use here and there.

(defalias add1 1+)
(defalias sub1 1-)
(defalias andmap every)
(defalias ormap any)
(defalias call/ec call/cc)
(defalias call-with-escape-continuation call/cc)
(defalias exact-ceiling ceiling->exact)
(defalias exact-truncate truncate->exact)
(defalias call-with-string-output-port call-with-output-string)
(defalias open-string-input-port open-input-string)
(defalias nearest-repl/environment interaction-environment)
(defalias hash-table-ref! hash-table-intern!)
(defalias values-list values)
(defalias generate-symbol gensym)

(defmacro let/ec (name &body body)
  "Evaluates the body with the name bound to a function that leaves it.

(let/ec k (+ 1 (k 5)))  ;=> 5"
  `(,call/cc (,lambda (,name) ,@body)))

(defproc format (destination &rest arguments)
  "Text made after a pattern, in which `~a`, `~s`, `~d`, `~%` and so on stand for the arguments. With the destination
`#f`, or without one, it is returned as a string; with `#t` or a port it is written there.

(format #f \"~a and ~s\" \"x\" \"y\")  ;=> \"x and \\\"y\\\"\"
(format \"~s\" '(a \"b\"))            ;=> \"(a \\\"b\\\")\"
(format #t \"~a~%\" 5)                ;>> 5"
  (cond
    ((string? destination) (%format destination arguments))
    ((not destination) (%format (car arguments) (cdr arguments)))
    (t
      (let ((text (%format (car arguments) (cdr arguments))))
        (if (%eq? destination t) (%display text) (%display text destination))))))

(defproc printf (control &rest arguments)
  "Writes text made after a pattern, as by `format`.

(printf \"~a and ~s~%\" \"x\" \"y\")  ;>> x and \"y\""
  (%display (%format control arguments)))

(defproc fprintf (port control &rest arguments)
  "Writes text made after a pattern, as by `format`, to a port.

(call-with-output-string (lambda (p) (fprintf p \"~a\" 5)))  ;=> \"5\""
  (%display (%format control arguments) port))

(defproc warn (message &rest irritants)
  "Writes a warning.

(warn \"odd:\" 3)  ;>> warning: odd: 3"
  (%check (message string))
  (%display (string-append "warning: " message))
  (dolist (x irritants)
    (%display " ")
    (%write x))
  (newline))

(defproc const (value)
  "A function that takes any arguments and returns `value`.

((const 5) 1 2)  ;=> 5"
  (lambda (&rest ignored) value))

(defproc negate (predicate)
  "The function that is true where `predicate` is false.

(filter (negate even?) '(1 2 3))  ;=> (1 3)"
  (lambda (&rest arguments) (not (apply predicate arguments))))

; Boxes (SRFI 111)

(setq %box-type (make-record-type 'box '(value)))

(defproc box (value)
  "A box: something that holds one value.

(unbox (box 5))  ;=> 5"
  (make-record %box-type value))

(defproc box? (object)
  "Returns whether `object` is a box.

(box? (box 1))  ;=> t
(box? 1)        ;=> #f"
  (record-of-type? %box-type object))

(defproc unbox (box)
  "Returns the content of a box.

(unbox (box 'a))  ;=> a"
  (record-ref %box-type box 0))

(defproc set-box! (box value)
  "Puts another value in a box.

(let ((b (box 1))) (set-box! b 2) (unbox b))  ;=> 2"
  (record-set! %box-type box 0 value))

; Special forms

(defmacro syntax-error (message &rest forms)
  "An error when the form is expanded; meant for the templates of `syntax-rules`.

(syntax-error \"no such clause:\" (a b))  ;!! user-error"
  (apply %core-error message forms))

(defmacro include-ci (&rest files)
  "Stands for the forms of files as `include` does; upper case in names is the same as lower case there.

(include-ci \"no such file\")  ;!! file"
  `(,progn ,@(append-map (lambda (file) (%forms-of-file file t)) files)))

(defmacro declare (&rest ignored)
  "Declares what a compiler may assume: ignored.

(begin (declare (standard-bindings) (fixnum)) 1)  ;=> 1"
  (void))

(defmacro eval-when (situations &body body)
  "Evaluates the body.

(eval-when (compile load eval) (+ 1 2))  ;=> 3"
  `(,progn ,@body))

(defmacro define-syntax-rule ((name &rest pattern) template)
  "A macro with one rule.

(begin (define-syntax-rule (twice e) (begin e e)) (twice (display 1)))  ;>> 11"
  `(,%define-syntax ,name (,%syntax-rules () ((_ ,@pattern) ,template))))

(defmacro define-integrable (signature &body body)
  "The same as `define`.

(begin (define-integrable (half x) (/ x 2)) (half 6))  ;=> 3"
  `(,%define ,signature ,@body))

(defalias define-inline define-integrable)

(defmacro cute (&rest parts)
  "Like `cut`, but what is no slot is evaluated once, when the function is made.

((cute list (+ 1 2) <> 'c) 5)  ;=> (3 5 c)"
  (let* ((names (map-with (lambda (p) (if (member? p '(<> <...>)) p (gensym "value"))) parts))
         (bindings (remove-if not (map-with (lambda (n p) (if (%eq? n p) #f (list n p))) names parts))))
    `(,let ,bindings (,cut ,@names))))

(defmacro let-optionals* (arguments specs &body body)
  "Binds variables to the elements of a list of arguments, or to defaults where it has no more.

(let-optionals* '(1 2) ((a 10) (b 20) (c (+ a b))) (list a b c))  ;=> (1 2 3)
(let-optionals* '(1 2 3) ((a 0) . more) (list a more))            ;=> (1 (2 3))"
  (let ((rest (gensym "arguments")))
    (let loop ((specs specs) (bindings `((,rest ,arguments))))
      (cond
        ((pair? specs)
          (let* ((spec (car specs))
                 (name (if (pair? spec) (first spec) spec))
                 (default (if (pair? spec) (second spec) #f)))
            (loop (cdr specs)
              (list* `(,rest (,if (,pair? ,rest) (,cdr ,rest) nil))
                `(,name (,if (,pair? ,rest) (,car ,rest) ,default))
                bindings))))
        ((null? specs) `(,let* ,(reverse bindings) ,@body))
        (t `(,let* ,(reverse (cons `(,specs ,rest) bindings)) ,@body))))))

(defalias let-optionals let-optionals*)

(defmacro define-structure (name &rest fields)
  "Defines a type of records as MIT Scheme does: `make-`name, name`?`, name`-`field and `set-`name`-`field`!`.

(begin (define-structure point x y) (let ((p (make-point 1 2))) (set-point-x! p 5) (list (point? p) (point-x p) (point-y p))))  ;=> (t 5 2)"
  (let ((name (if (pair? name) (car name) name))
        (fields (map-with (lambda (f) (if (pair? f) (car f) f)) fields)))
    `(,define-record-type ,name (,(symbol-append 'make- name) ,@fields) ,(symbol-append name '?)
       ,@(map-with
           (lambda (f) (list f (symbol-append name '- f) (symbol-append 'set- name '- f '!)))
           fields))))

; Conditions, as in R6RS

(defalias message-condition? condition?)
(defalias irritants-condition? condition?)

(defproc get-environment-variables ()
  "A list of the names and values of environment variables: a program gets none that it does not name.

(get-environment-variables)  ;=> nil"
  nil)

; MIT Scheme

(setq true t)
(setq false #f)
(defalias nil? null?)
(defalias user-initial-environment interaction-environment)
(defalias hash-table/key-list table-keys)
(defalias hash-table/datum-list table-values)
(defalias make-cell box)
(defalias cell? box?)
(defalias cell-contents unbox)
(defalias set-cell-contents! set-box!)
(defalias error-message-string %condition-text)

(defproc access-condition (condition field)
  "Returns the value that an error keeps under a name: `message` or `irritants`.

(guard (e (#t (access-condition e 'irritants))) (error \"bad:\" 1 2))  ;=> (1 2)"
  (case field
    (message (%error-message condition))
    (irritants (condition-irritants condition))
    (t (%core-error "access-condition: an error has a message and irritants, but no" field))))

(defproc list-search-positive (list predicate)
  "The first element for which `predicate` is true, or false.

(list-search-positive '(1 2 3) even?)  ;=> 2"
  (%check (list list) (predicate function))
  (find predicate list))

(defproc guarantee (predicate object &optional caller)
  "The object, if `predicate` is true of it; else an error.

(guarantee number? 5)  ;=> 5
(guarantee number? 'a)  ;!! user-error"
  (if (predicate object) object (%core-error "guarantee: this is not what was expected:" object)))

; Racket

(defproc foldl (f init list &rest more)
  "Calls `f` on each element and the result so far, from the first element on.

(foldl cons '() '(1 2 3))  ;=> (3 2 1)"
  (%check (f function) (list list))
  (apply fold f init list more))

(defproc foldr (f init list &rest more)
  "Calls `f` on each element and the result so far, from the last element on.

(foldr cons '() '(1 2 3))  ;=> (1 2 3)"
  (apply fold-right f init list more))

(defproc build-list (count f)
  "A list of what `f` returns for the numbers below `count`.

(build-list 3 square)  ;=> (0 1 4)"
  (list-tabulate count f))

(defproc displayln (object &optional port)
  "Writes an object for people and begins a new line.

(displayln \"a\")  ;>> a"
  (if port
    (progn (%display object port) (newline port))
    (progn (%display object) (newline))))

(defalias writeln write-line)
(defalias deftest core:deftest)

; SRFI 45, 60, 145

(defalias lazy delay-force)
(defalias eager make-promise)
(defalias assume assert)

(defproc bitwise-if (mask a b)
  "The bits of `a` where the mask has ones, those of `b` elsewhere.

(bitwise-if 12 10 5)  ;=> 9"
  (%check (mask number) (a number) (b number))
  (bit-or (bit-and mask a) (bit-and (bit-not mask) b)))

(defalias bitwise-merge bitwise-if)

(defproc any-bits-set? (a b)
  "Returns whether the two integers have a one in the same place.

(if (any-bits-set? 4 6) 'yes 'no)  ;=> yes"
  (%check (a number) (b number))
  (not (= 0 (bit-and a b))))

(defalias logtest any-bits-set?)

(defproc bit-field (n start end)
  "The integer that the bits from `start` to before `end` make.

(bit-field 214 2 5)  ;=> 5"
  (%check (n number) (start number) (end number))
  (bit-and (arithmetic-shift n (- start)) (- (arithmetic-shift 1 (- end start)) 1)))

(defproc first-set-bit (n)
  "The place of the lowest one among the bits; -1 for zero.

(first-set-bit 8)  ;=> 3
(first-set-bit 0)  ;=> -1"
  (if (= n 0) -1 (- (integer-length (bit-and n (- n))) 1)))

(defalias log2-binary-factors first-set-bit)
