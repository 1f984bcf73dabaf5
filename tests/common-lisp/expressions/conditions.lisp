; Conditions, handlers and restarts.

(handler-case (error "no ~a" 'luck) (error (c) (princ-to-string c)))
;=> "no LUCK"
(handler-case (error 'simple-error :format-control "~a-~a" :format-arguments '(1 2)) (simple-error (c) (list (simple-condition-format-control c) (simple-condition-format-arguments c))))
;=> ("~a-~a" (1 2))
(handler-case (/ 1 0) (division-by-zero () 'infinite))
;=> INFINITE
(handler-case (/ 1 0) (arithmetic-error () 'arithmetic))
;=> ARITHMETIC
(handler-case (car 5) (type-error (c) (list (type-error-datum c))))
;=> (5)
(handler-case (symbol-value 'nothing-here) (unbound-variable (c) (cell-error-name c)))
;=> NOTHING-HERE
(handler-case nothing-there (unbound-variable (c) (cell-error-name c)))
;=> NOTHING-THERE
(handler-case (nothing-to-call 1) (undefined-function (c) (cell-error-name c)))
;=> NOTHING-TO-CALL
(handler-case (funcall 'nothing-to-call 1) (undefined-function (c) (cell-error-name c)))
;=> NOTHING-TO-CALL
(handler-case (aref (vector 1 2) 5) (error () 'outside))
;=> OUTSIDE
(handler-case (parse-integer "x1") (parse-error () 'parse))
;=> PARSE
(handler-case (parse-integer "12") (parse-error () 'parse))
;=> 12 ; 2
(handler-case (values 1 2 3) (error () nil))
;=> 1 ; 2 ; 3
(handler-case (values 1 2) (:no-error (a b) (list b a)))
;=> (2 1)
(handler-case (error "x") (error () 'e) (:no-error (v) v))
;=> E
(handler-case (signal 'condition) (condition () 'signalled))
;=> SIGNALLED
(handler-case (signal "just text ~a" 1) (simple-condition (c) (princ-to-string c)))
;=> "just text 1"
(handler-case (warn "careful") (warning (c) (princ-to-string c)))
;=> "careful"
(handler-case 5 (error () 1))
;=> 5
(handler-case (handler-case (error "inner") (type-error () 'wrong)) (error () 'outer))
;=> OUTER
(handler-case (handler-case (error "inner") (error () (error "from handler"))) (error (c) (princ-to-string c)))
;=> "from handler"
(handler-case (error "both") (type-error () 1) (simple-error () 2) (error () 3))
;=> 2
(handler-case (error "either") ((or type-error simple-error) () 'matched))
;=> MATCHED
(handler-case (progn (error "x") 'not-reached) (error () (values 1 2)))
;=> 1 ; 2
(let ((x 1)) (handler-case (progn (setq x 2) (error "y")) (error () (setq x (* x 10)))) x)
;=> 20
(signal 'condition)
;=> NIL
(signal "nobody cares")
;=> NIL
(warn 'warning)
;=> NIL
(ignore-errors (+ 1 2))
;=> 3
(null (ignore-errors (car 5) 1))
;=> T
(multiple-value-bind (v c) (ignore-errors (error "oops")) (list v (typep c 'simple-error)))
;=> (NIL T)
(error "~d is not ~s" 1 "one")
;!! simple-error
(error 'type-error :datum 1 :expected-type 'string)
;!! type-error
(error (make-condition 'division-by-zero))
;!! division-by-zero
(define-condition too-hot (error)
  ((degrees :initarg :degrees :reader degrees) (place :initarg :place :initform 'oven :accessor place))
  (:report (lambda (c s) (format s "~a has ~d degrees" (place c) (degrees c)))))
(handler-case (error 'too-hot :degrees 300) (too-hot (c) (list (degrees c) (place c))))
;=> (300 OVEN)
(handler-case (error 'too-hot :degrees 300) (error (c) (princ-to-string c)))
;=> "OVEN has 300 degrees"
(handler-case (error 'too-hot :degrees 1 :place 'sea) (too-hot (c) (setf (place c) 'air) (format nil "~a" c)))
;=> "AIR has 1 degrees"
(error 'too-hot :degrees 5)
;!! error
(let ((c (make-condition 'too-hot :degrees 7))) (list (degrees c) (typep c 'error) (typep c 'condition) (typep c 'warning)))
;=> (7 T T NIL)
(handler-case (error (make-condition 'too-hot :degrees 8)) (too-hot (c) (degrees c)))
;=> 8
(define-condition much-too-hot (too-hot)
  ((since :initarg :since :initform 'noon :reader since)))
(handler-case (error 'much-too-hot :degrees 900) (too-hot (c) (list (degrees c) (since c) (princ-to-string c))))
;=> (900 NOON "OVEN has 900 degrees")
(handler-case (signal 'much-too-hot :degrees 9) (too-hot () 'caught))
;=> CAUGHT
(define-condition quiet (condition)
  ())
(signal 'quiet)
;=> NIL
(handler-case (signal 'quiet) (quiet () 'heard))
;=> HEARD
(define-condition with-text (error)
  ()
  (:report "fixed text"))
(handler-case (error 'with-text) (with-text (c) (princ-to-string c)))
;=> "fixed text"
(define-condition with-defaults (error)
  ((a :initarg :a :reader with-a))
  (:default-initargs :a 42))
(handler-case (error 'with-defaults) (with-defaults (c) (with-a c)))
;=> 42
(handler-bind ((error (lambda (c) (declare (ignore c)) (throw 'out 'thrown)))) (catch 'out (error "x")))
;=> THROWN
(let ((log '())) (handler-case (handler-bind ((error (lambda (c) (push (princ-to-string c) log)))) (error "deep")) (error () (push 'handled log))) (reverse log))
;=> ("deep" HANDLED)
(let ((log '())) (handler-case (handler-bind ((error (lambda (c) (declare (ignore c)) (push 'outer log)))) (handler-bind ((error (lambda (c) (declare (ignore c)) (push 'inner log)))) (error "x"))) (error () nil)) (reverse log))
;=> (INNER OUTER)
(let ((log '())) (handler-bind ((warning (lambda (c) (push 'w log) (muffle-warning c)))) (warn "a") (warn "b")) log)
;=> (W W)
(handler-bind ((condition (lambda (c) (declare (ignore c)) nil))) (signal 'condition) 'went-on)
;=> WENT-ON
(block b (handler-bind ((error (lambda (c) (declare (ignore c)) (return-from b 'left)))) (error "x")))
;=> LEFT
(restart-case (invoke-restart 'use-it 5) (use-it (x) (* 2 x)))
;=> 10
(restart-case 10 (never () 20))
;=> 10
(restart-case (values 1 2) (never () 20))
;=> 1 ; 2
(restart-case (invoke-restart 'two 1 2) (one (x) x) (two (x y) (list x y)))
;=> (1 2)
(handler-bind ((error (lambda (c) (declare (ignore c)) (invoke-restart 'skip)))) (restart-case (error "x") (skip () 'skipped)))
;=> SKIPPED
(handler-bind ((error (lambda (c) (declare (ignore c)) (invoke-restart 'use-value 7)))) (+ 1 (restart-case (error "x") (use-value (v) v))))
;=> 8
(handler-bind ((error (lambda (c) (use-value 9 c)))) (restart-case (car 5) (use-value (v) v)))
;=> 9
(handler-bind ((error #'continue)) (cerror "Go on." "bad") 'went-on)
;=> WENT-ON
(handler-bind ((error #'continue)) (list (cerror "Go on." "bad") 1))
;=> (NIL 1)
(cerror "Go on." "nobody continues")
;!! simple-error
(with-simple-restart (skip "Skip it.") 5)
;=> 5
(with-simple-restart (skip "Skip it.") (invoke-restart 'skip) 5)
;=> NIL ; T
(handler-bind ((error (lambda (c) (declare (ignore c)) (invoke-restart 'skip)))) (with-simple-restart (skip "Skip.") (error "x")))
;=> NIL ; T
(find-restart 'there-is-none)
;=> NIL
(restart-case (restart-name (find-restart 'here)) (here () 1))
;=> HERE
(restart-case (and (find-restart 'here) t) (here () 1))
;=> T
(invoke-restart 'there-is-none)
;!! control-error
(handler-case (invoke-restart 'there-is-none) (control-error () 'control))
;=> CONTROL
(restart-case (princ-to-string (find-restart 'told)) (told () :report "Tell it." 1))
;=> "Tell it."
(restart-case (princ-to-string (find-restart 'told)) (told () :report (lambda (s) (format s "Tell ~a." 'it)) 1))
;=> "Tell IT."
(restart-case (invoke-restart-interactively 'ask) (ask (x y) :interactive (lambda () (list 1 2)) (list x y)))
;=> (1 2)
(restart-bind ((direct (lambda (x) (* x 3)))) (+ 1 (invoke-restart 'direct 5)))
;=> 16
(restart-case (list 1 (restart-case (invoke-restart 'same) (same () 'inner))) (same () 'outer))
;=> (1 INNER)
(mapcar #'restart-name (remove-if-not (lambda (r) (member (restart-name r) '(aa bb))) (restart-case (compute-restarts) (aa () 1) (bb () 2))))
;=> (AA BB)
(let ((x 0)) (restart-case (progn (setq x 1) (invoke-restart 'leave)) (leave () (list x 'left))))
;=> (1 LEFT)
(let ((log '())) (restart-case (unwind-protect (invoke-restart 'leave) (push 'cleaned log)) (leave () (push 'left log))) (reverse log))
;=> (CLEANED LEFT)
(handler-case (let ((x 'a)) (check-type x integer) x) (type-error (c) (list (type-error-datum c) (type-error-expected-type c))))
;=> (A INTEGER)
(let ((x 5)) (check-type x integer) x)
;=> 5
(let ((x 'a)) (handler-bind ((type-error (lambda (c) (declare (ignore c)) (store-value 8)))) (check-type x integer) x))
;=> 8
(let ((x 'a)) (check-type x (or string character) "text"))
;!! simple-type-error
(assert (= 1 1))
;=> NIL
(assert (= 1 2))
;!! simple-error
(let ((x 1)) (assert (= x 2) (x) "x is ~a" x))
;!! simple-error
(handler-case (assert (= 1 2)) (error () 'failed))
;=> FAILED
(let ((x 0)) (handler-bind ((error (lambda (c) (setq x 2) (continue c)))) (assert (= x 2))) x)
;=> 2
(ecase 5 (1 'a) (2 'b))
;!! type-error
(handler-case (ecase 5 (1 'a)) (type-error (c) (list (type-error-datum c) (type-error-expected-type c))))
;=> (5 (MEMBER 1))
(etypecase 5 (string 's))
;!! type-error
(let ((x 5)) (handler-bind ((error (lambda (c) (declare (ignore c)) (store-value 1)))) (ccase x (1 'one) (2 'two))))
;=> ONE
(let ((x 5)) (handler-bind ((error (lambda (c) (declare (ignore c)) (store-value "s")))) (ctypecase x (string 'a-string))))
;=> A-STRING
(catch 'tag (throw 'tag 1))
;=> 1
(catch 'tag 1 2)
;=> 2
(catch 'outer (catch 'inner (throw 'outer 1)) 2)
;=> 1
(catch 'a (list 1 (catch 'b (throw 'b 2))))
;=> (1 2)
(catch nil (throw nil 5))
;=> 5
(let ((tag (list 1))) (catch tag (throw tag 'ok)))
;=> OK
(throw 'uncaught 1)
;!! control-error
(handler-case (throw 'uncaught 1) (control-error () 'no-catch))
;=> NO-CATCH
(let ((log '())) (list (catch 'x (unwind-protect (throw 'x 1) (push 'c log))) log))
;=> (1 (C))
(let ((log '())) (list (unwind-protect (+ 1 1) (push 'a log) (push 'b log)) log))
;=> (2 (B A))
(let ((log '())) (ignore-errors (unwind-protect (error "x") (push 'cleanup log))) log)
;=> (CLEANUP)
(catch 'x (unwind-protect (throw 'x 1) (throw 'x 2)))
;=> 2
(block nil (unwind-protect (return 1) (return 2)))
;=> 2
(let ((x 1)) (catch 'out (unwind-protect (throw 'out nil) (setq x 2))) x)
;=> 2
(progn (defun safe-div (a b) (handler-case (/ a b) (division-by-zero () nil))) (list (safe-div 6 3) (safe-div 1 0)))
;=> (2 NIL)
(defun parse-all (strings)
  (loop for s in strings
        collect (restart-case (handler-bind ((parse-error (lambda (c) (declare (ignore c)) (invoke-restart 'use-value -1)))) (parse-integer s))
                  (use-value (v) v))))
(parse-all '("1" "x" "3"))
;=> (1 -1 3)
(defun with-retries (n f)
  (loop repeat n
        do (handler-case (return (funcall f)) (error () nil))
        finally (return 'gave-up)))
(let ((count 0)) (with-retries 3 (lambda () (if (< (incf count) 3) (error "again") (list 'done count)))))
;=> (DONE 3)
(with-retries 2 (lambda () (error "always")))
;=> GAVE-UP
(typep (make-condition 'simple-warning :format-control "w") 'warning)
;=> T
(handler-case (make-condition 'no-such-condition) (error () 'unknown))
;=> UNKNOWN
(handler-case (slot-value (make-condition 'too-hot :degrees 1) 'degrees) (error () 'no))
;=> 1
(handler-case (read-from-string "(1 2") (end-of-file () 'eof))
;=> EOF
(handler-case (elt '(1 2) 5) (error () 'beyond))
;=> BEYOND
(handler-case (nth 'a '(1)) (type-error () 'type))
;=> TYPE
(handler-case (vector-ref 1) (undefined-function () 'undefined))
;=> UNDEFINED
(handler-case ((lambda (x) x)) (program-error () 'arguments))
;=> ARGUMENTS
(handler-case (funcall (lambda (x) x) 1 2) (program-error () 'arguments))
;=> ARGUMENTS
(handler-case (funcall (lambda (&key a) a) :b 1) (program-error () 'keyword))
;=> KEYWORD
(handler-case (funcall (lambda (&key a) a) :a) (program-error () 'odd))
;=> ODD
(handler-case (+ 1 'a) (type-error (c) (type-error-datum c)))
;=> A
(handler-case (symbol-name 5) (type-error () 'type))
;=> TYPE
(handler-case (char "abc" 10) (error () 'index))
;=> INDEX
(handler-case (funcall 5) (type-error () 'type) (error () 'other))
;=> TYPE
(handler-case (gethash 1 2) (type-error () 'type))
;=> TYPE
(handler-case (length 5) (type-error () 'type))
;=> TYPE
(handler-case (coerce 5 'string) (error () 'no))
;=> NO
(handler-case (make-instance 'no-such-class) (error () 'no-class))
;=> NO-CLASS
(handler-case (intern 5) (type-error () 'type))
;=> TYPE
(handler-case (sqrt 'x) (type-error () 'type))
;=> TYPE
(handler-case (list-length '(1 . 2)) (type-error () 'type))
;=> TYPE
(handler-case (first 5) (type-error (c) (type-error-datum c)))
;=> 5
(handler-case (rplaca 5 1) (type-error () 'type))
;=> TYPE
(let ((x 4) (l '(1 2))) (mapcar (lambda (f) (handler-case (funcall f) (error (c) (princ-to-string c)))) (list (lambda () (assert (= x 3))) (lambda () (assert (= (car l) x))) (lambda () (assert (= 1 2))) (lambda () (assert (and (= x 3) l))) (lambda () (assert (member :a '(1 2)))) (lambda () (assert (typep x 'string))) (lambda () (assert (not x))) (lambda () (assert nil)))))
;=> ("The assertion (= X 3) failed with X = 4." "The assertion (= (CAR L) X) failed with (CAR L) = 1, X = 4." "The assertion (= 1 2) failed." "The assertion (AND (= X 3) L) failed." "The assertion (MEMBER :A '(1 2)) failed." "The assertion (TYPEP X 'STRING) failed with X = 4." "The assertion (NOT X) failed with X = 4." "The assertion NIL failed.")
(let ((x 4) (n 0)) (list (handler-bind ((error (lambda (c) (setq x 3) (continue c)))) (assert (= (progn (incf n) x) 3))) n x))
;=> (NIL 2 3)
