; Scheme's special forms that are macros. An expansion holds the functions that it calls as objects: a program may give
; the names another meaning.

(defmacro let1 (name value &body body)
  "Evaluates the body with one variable bound.

(let1 n 3 (* n n))  ;=> 9"
  `(,let ((,name ,value)) ,@body))

(defmacro if-let1 (name value then &optional else)
  "Evaluates `then` with the variable bound if the value is true, else `else`.

(if-let1 x (assv 2 '((1 . a) (2 . b))) (cdr x) 'none)  ;=> b"
  `(,let ((,name ,value)) (,if ,name ,then ,else)))

(defmacro define-macro (signature &body body)
  "Defines a macro that is a function from forms to forms: `(define-macro (name parameter...) body...)`, or a name and a
function.

(begin (define-macro (both x) `(list ,x ',x)) (both (+ 1 2)))                    ;=> (3 (+ 1 2))
(begin (define-macro swap (lambda (a b) (list 'list b a))) (swap 1 2))           ;=> (2 1)"
  (if (pair? signature)
    `(,defmacro ,(car signature) ,(cdr signature) ,@body)
    `(,defmacro ,signature arguments (,apply ,(first body) arguments))))

(defmacro letrec* (bindings &body body)
  "Binds variables that see each other, one after the other: a value may use those before it.

(letrec* ((n 3) (twice (lambda () (* 2 n)))) (twice))  ;=> 6"
  `(,let () ,@(map-with (lambda (b) `(,%define ,@(if (pair? b) b (list b)))) bindings) (,let () ,@body)))

(defmacro rec (name value)
  "The value of an expression in which `name` is that value: a function without a global name that calls itself.

((rec (f n) (if (= n 0) 1 (* n (f (- n 1))))) 5)  ;=> 120"
  (if (pair? name)
    `(,letrec ((,(car name) (,lambda ,(cdr name) ,value))) ,(car name))
    `(,letrec ((,name ,value)) ,name)))

(defmacro named-lambda (signature &body body)
  "A function with a name of its own.

((named-lambda (twice x) (* 2 x)) 4)  ;=> 8"
  `(,lambda ,(cdr signature) ,@body))

(defmacro fluid-let (bindings &body body)
  "Assigns variables for the time in which the body is evaluated.

(let ((x 1)) (define (f) x) (list (fluid-let ((x 2)) (f)) x))  ;=> (2 1)"
  (let ((names (map-with first bindings))
        (new (map-with (lambda (b) (gensym "new")) bindings))
        (bind (gensym "bind"))
        (bound (gensym "bound")))
    `(,let (,@(map-with list new (map-with second bindings)) (,bound (,quote ())))
       (,%call-bound
         (,lambda (,bind) (,unless (,%eq? ,bind ,bound) ,@(%swaps names new) (,setq ,bound ,bind)))
         (,lambda () ,@body)))))

(defproc %swaps (names others)
  "Forms that exchange the values of variables."
  (map-with
    (lambda (name other)
      (let ((old (gensym "old")))
        `(,let ((,old ,name)) (,setq ,name ,other) (,setq ,other ,old))))
    names others))

; Several values

(defmacro let-values (bindings &body body)
  "Binds the parameters of each binding to the several values of its expression.

(let-values (((q r) (floor/ 7 2)) ((x . more) (values 1 2 3))) (list q r x more))  ;=> (3 1 1 (2 3))"
  (let loop ((bindings bindings) (pairs nil) (wrap identity))
    (cond
      ((null? bindings) (wrap `(,let ,(reverse pairs) ,@body)))
      ; One binding needs no names of its own, so an error names the program's.
      ((and (null? (cdr bindings)) (null? pairs))
        `(,receive ,(first (first bindings)) ,(second (first bindings)) ,@body))
      (t
        (let* ((formals (first (first bindings)))
               (names (%formal-names formals))
               (fresh (map-with (lambda (name) (gensym (symbol->string name))) names)))
          (loop (rest bindings)
            (append (reverse (map-with list names fresh)) pairs)
            (let ((value (second (first bindings))))
              (lambda (inner) (wrap `(,receive ,(%renamed formals fresh) ,value ,inner))))))))))

(defproc %formal-names (formals)
  "The variables of a parameter list."
  (cond
    ((pair? formals) (cons (car formals) (%formal-names (cdr formals))))
    ((null? formals) nil)
    (t (list formals))))

(defproc %renamed (formals names)
  "A parameter list of the same shape with other names."
  (cond
    ((pair? formals) (cons (car names) (%renamed (cdr formals) (cdr names))))
    ((null? formals) nil)
    (t (car names))))

(defmacro let*-values (bindings &body body)
  "Binds parameters to several values, one binding after the other.

(let*-values (((a b) (values 1 2)) ((c) (values (+ a b)))) (list a b c))  ;=> (1 2 3)"
  (if (null? bindings)
    `(,let () ,@body)
    `(,receive ,(first (first bindings)) ,(second (first bindings))
       (,let*-values ,(rest bindings) ,@body))))

(defmacro define-values (formals value)
  "Defines variables that hold the several values of an expression.

(begin (define-values (a . more) (values 1 2 3)) (list a more))  ;=> (1 (2 3))"
  (let* ((names (%formal-names formals))
         (fresh (map-with (lambda (name) (gensym (symbol->string name))) names)))
    `(,progn
       ,@(map-with (lambda (name) `(,%define ,name #f)) names)
       (,receive ,(%renamed formals fresh) ,value
         ,@(map-with (lambda (name other) `(,setq ,name ,other)) names fresh)))))

(defmacro case-lambda (&rest clauses)
  "A function with one parameter list and body for each number of arguments.

(let ((f (case-lambda ((a) (list 'one a)) ((a b) (list 'two a b))))) (f 1 2))         ;=> (two 1 2)
((case-lambda ((a) a)) 1 2)                                                           ;!! user-error"
  (let ((all (gensym "arguments")) (count (gensym "count")))
    `(,lambda ,all
       (,let ((,count (,length ,all)))
         (,cond
           ,@(map-with
               (lambda (clause)
                 (let ((formals (car clause)))
                   `(,(%arity-test formals count) (,apply (,lambda ,formals ,@(cdr clause)) ,all))))
               clauses)
           (t (,error "case-lambda: no clause takes this number of arguments:" ,count)))))))

(defproc %arity-test (formals count)
  "The test that a number of arguments fits a parameter list."
  (let loop ((rest formals) (n 0))
    (cond
      ((pair? rest) (loop (cdr rest) (+ n 1)))
      ((null? rest) `(,= ,count ,n))
      (t `(,>= ,count ,n)))))

; Delayed evaluation

(defmacro delay (&body body)
  "A promise to evaluate the body when `force` asks for its value, once.

(let* ((n 0) (p (delay (begin (set! n (+ n 1)) n)))) (list (force p) (force p)))  ;=> (1 1)"
  `(,%make-promise #f (,lambda () (,%make-promise t (,progn ,@body)))))

(defmacro make-lazy (expression)
  "The same as `delay-force`.

(force (make-lazy (delay 3)))  ;=> 3"
  `(,delay-force ,expression))

(defmacro delay-force (expression)
  "A promise to force the promise that the expression gives; a chain of such promises takes no room.

(force (delay-force (delay 3)))  ;=> 3"
  `(,%make-promise #f (,lambda () ,expression)))

(defmacro cons-stream (first rest)
  "A stream: a pair of a value and a promise of the rest.

(stream-head (let loop ((n 1)) (cons-stream n (loop (* 2 n)))) 4)  ;=> (1 2 4 8)"
  `(,cons ,first (,delay ,rest)))

; Parameters, exceptions

(defmacro parameterize (bindings &body body)
  "Evaluates the body with parameters, as `make-parameter` makes them, set to other values.

(let ((p (make-parameter 1))) (list (parameterize ((p 2)) (p)) (p)))  ;=> (2 1)"
  `(,%parameterize (,list ,@(map-with (lambda (b) `(,cons ,(first b) ,(second b))) bindings)) (,lambda () ,@body)))

(defmacro guard ((name &rest clauses) &body body)
  "Evaluates the body; what is raised in it is bound to the name, and the clauses are tried as by `cond`. If none fits
it is raised again.

(guard (e ((symbol? e) (list 'symbol e)) ((string? e) 'string)) (raise 'boom))  ;=> (symbol boom)
(guard (e (#t (condition/report-string e))) (error \"bad thing:\" 1 \"two\"))       ;=> \"bad thing: 1 \\\"two\\\"\"
(guard (e ((string? e) e)) (raise 'other))                                      ;!! user-error"
  (let ((again (gensym "again")))
    `(,%guard
       (,lambda () ,@body)
       (,lambda (,name ,again)
         ; After an `else` it is never reached. Whether one of that name is the word, only `cond` knows.
         (,cond ,@clauses (t (,again)))))))

(defproc %symbol-name (object)
  "The name of a symbol, nil of anything else."
  (and (%symbol? object) (symbol->string object)))

(defmacro let/cc (name &body body)
  "Evaluates the body with the name bound to the current continuation.

(let/cc k (+ 1 (k 5)))  ;=> 5"
  `(,call/cc (,lambda (,name) ,@body)))

; Records

(defmacro define-record-type (type constructor predicate &rest fields)
  "Defines a type of records: its constructor, its predicate, and for each field `(field accessor [modifier])`.

(begin (define-record-type point (make-point x y) point? (x point-x set-point-x!) (y point-y)) (let ((p (make-point 1 2))) (set-point-x! p 5) (list (point? p) (point-x p) (point-y p))))  ;=> (t 5 2)"
  (let* ((type-name (if (pair? type) (first type) type))
         (fields (map-with (lambda (f) (if (pair? f) f (list f))) fields))
         (names (map-with first fields))
         (number (make-record-type (%plain-name type-name) (map-with %plain-name names)))
         (maker (if (pair? constructor) (first constructor) constructor))
         (parameters (if (pair? constructor) (rest constructor) names)))
    (dolist (name parameters)
      (unless (%memq name names)
        (error "define-record-type: the constructor has a name that is none of the fields:" name)))
    `(,progn
       (,%define ,type-name ,number)
       ,@(if maker
           `((,%define (,(if (%eq? maker t) (symbol-append 'make- type-name) maker) ,@parameters)
               (,make-record ,number ,@(map-with (lambda (name) (and (%memq name parameters) name)) names))))
           nil)
       ,@(if predicate
           `((,%define (,(if (%eq? predicate t) (symbol-append type-name '?) predicate) object)
                       (,record-of-type? ,number object)))
           nil)
       ,@(apply append (map-indexed (lambda (index field) (%record-field number index field)) fields)))))

(defproc %plain-name (name)
  "The name without the angle brackets that types often have."
  (let ((text (symbol->string name)))
    (if (and (string-prefix? "<" text) (string-suffix? ">" text) (> (string-length text) 2))
      (string->symbol (substring text 1 (- (string-length text) 1)))
      name)))

(defproc %record-field (number index field)
  "The definitions of accessor and modifier."
  (append
    (if (pair? (cdr field)) `((,%define (,(second field) record) (,record-ref ,number record ,index))) nil)
    (if (pair? (cddr field))
      `((,%define (,(third field) record value) (,record-set! ,number record ,index value)))
      nil)))

; Gauche

(defmacro define-constant (name value)
  "Defines a variable that is not meant to change.

(begin (define-constant size 3) size)  ;=> 3"
  `(,%define ,name ,value))

(defmacro push! (place value)
  "Puts a value in front of the list that a variable holds, or a place such as `(car x)` or `(vector-ref v i)`.

(let ((stack '(1))) (push! stack 2) stack)                         ;=> (2 1)
(let ((v (vector '() '()))) (push! (vector-ref v 1) 'a) v)          ;=> #(nil (a))"
  (%set-place place (list cons value place)))

(defmacro pop! (place)
  "Takes the first element off the list that a place holds, and returns it.

(let ((stack '(2 1))) (list (pop! stack) stack))  ;=> (2 (1))"
  `(,prog1 (,car ,place) ,(%set-place place (list cdr place))))

(defmacro update! (place f)
  "Replaces what a place holds by what `f` returns for it.

(let ((n 3)) (update! n square) n)  ;=> 9"
  (%set-place place (list f place)))

(defproc %set-place (place value)
  "The form that gives a place a value."
  (if (pair? place)
    (case (car place)
      (car `(,set-car! ,(second place) ,value))
      (cdr `(,set-cdr! ,(second place) ,value))
      (vector-ref `(,aset ,(second place) ,(third place) ,value))
      (hash-table-ref `(,table-set! ,(second place) ,(third place) ,value))
      (t (%core-error "this is no place that can be given a value:" place)))
    `(,setq ,place ,value)))

(defmacro let-keywords* (arguments specs &body body)
  "Binds variables to what the keywords of their names are followed by in a list of arguments, or to their defaults.

(let-keywords* '(:size 4) ((size 9) (depth size)) (list size depth))  ;=> (4 4)"
  (let ((list (gensym "arguments")) (missing (gensym "missing")))
    `(,let ((,list ,arguments))
       (,let* ,(map-with
                 (lambda (spec)
                   (if (pair? spec)
                     `(,(first spec)
                       (,let ((,missing (,%keyword-argument ,(string->keyword (symbol->string (first spec))) ,list)))
                         (,if ,missing (,car ,missing) ,(second spec))))
                     `(,spec (,let ((,missing (,%keyword-argument ,(string->keyword (symbol->string spec)) ,list)))
                               (,if ,missing (,car ,missing) #f)))))
                 specs)
         ,@body))))

(defalias let-keywords let-keywords*)

(defproc %keyword-argument (keyword arguments)
  "The rest of the arguments after the keyword, or after the symbol that is written like it."
  (let ((name (string-append ":" (keyword->string keyword))))
    (let loop ((rest arguments))
      (cond
        ((null? rest) #f)
        ((or (%eq? (car rest) keyword) (and (%symbol? (car rest)) (equal? (symbol->string (car rest)) name)))
         (cdr rest))
        (t (loop (cddr rest)))))))

(defmacro cut (&rest parts)
  "A function of what stands in place of `<>`; `<...>` takes any further arguments.

((cut list 1 <> 3) 2)          ;=> (1 2 3)
(map (cut * 2 <>) '(1 2 3))    ;=> (2 4 6)
((cut list 1 <...>) 2 3)       ;=> (1 2 3)"
  (let loop ((parts parts) (parameters nil) (call nil))
    (cond
      ((null? parts) `(,lambda ,(reverse parameters) ,(reverse call)))
      ((%eq? (car parts) '<>)
        (let ((p (gensym "slot")))
          (loop (cdr parts) (cons p parameters) (cons p call))))
      ((%eq? (car parts) '<...>)
        (let ((more (gensym "more")))
          `(,lambda (,@(reverse parameters) &rest ,more) (,apply ,@(reverse call) ,more))))
      (t (loop (cdr parts) parameters (cons (car parts) call))))))

(defmacro and-let* (clauses &body body)
  "Evaluates clauses, `(name value)`, `(test)` or a variable, one after the other as long as they are true, and then the
body.

(and-let* ((x (assv 2 '((2 . 5)))) ((pair? x)) (n (cdr x))) (* n n))  ;=> 25
(and-let* ((x (assv 3 '((2 . 5))))) 1)                                ;=> #f"
  (let loop ((clauses clauses))
    (if (null? clauses)
      (if (pair? body) `(,let () ,@body) t)
      (let ((clause (car clauses)) (inner (lambda () (loop (cdr clauses)))))
        (cond
          ((and (null? (cdr clauses)) (null? body))
            (if (pair? clause) (if (pair? (cdr clause)) (second clause) (first clause)) clause))
          ((%symbol? clause) `(,if ,clause ,(inner) #f))
          ((pair? (cdr clause)) `(,let ((,(first clause) ,(second clause))) (,if ,(first clause) ,(inner) #f)))
          (t `(,if ,(first clause) ,(inner) #f)))))))

(defmacro begin0 (first &body body)
  "Evaluates all expressions; the value is that of the first.

(begin0 1 2 3)  ;=> 1"
  `(,prog1 ,first ,@body))

(defmacro assert (expression &rest more)
  "Raises an error if the expression is not true.

(assert (= 1 1))  ;=> t
(assert (= 1 2))  ;!! user-error"
  (%asserted expression "assertion failed:"))
