; limits: time=0.15 memory=32M

; A builtin becomes another.
(setq car cdr) (car '(1 2)) ;=> (2)

; A builtin becomes a number.
(setq + 5) (+ 1 2) ;??

; A builtin becomes itself again through another name.
(setq old +) (defproc + more (apply old 1 more)) (+ 1 2) ;??

; A builtin calls itself when it is redefined.
; limits: time=1
(defproc length (l) (+ 1 (length (cdr l)))) (length '(1 2 3)) ;!! out-of-memory too-deep wrong-type out-of-time

; A function that the library uses is redefined.
(defproc not (x) (while t)) (defproc map-with (f l) 'mine) (list (remove-if odd? '(1 2 3)) (map-with 1 2)) ;=> ((2) mine)

; An operator is assigned.
(setq if 3) (list if (if nil 1 2)) ;!! not-a-function

; An operator becomes a function.
(defproc if (a b c) a) (if nil 1 2) ;??

; An operator becomes a generic function.
(defmethod if ((x fixnum)) t x) (if nil 1 2) ;??

; An operator becomes a macro.
(defmacro let (x) x) (let 5) ;??

; An operator is a variable.
(let ((if list) (quote 5) (lambda 6)) (if 1 2 3)) ;??

; A macro becomes a function.
(defproc when (a b) (list a b)) (when 1 2) ;=> (1 2)

; A function becomes a macro after it has been compiled into another.
(defproc f (x) (list x)) (defproc g (x) (f x)) (defmacro f (x) 5) (list (g 1) (f 1)) ;??

; A builtin becomes a macro that expands into a call of itself.
(defmacro car (x) (list 'car x)) (car '(1)) ;!! too-complex out-of-time out-of-memory

; A builtin becomes a generic function with methods for everything.
(defmethod + ((a string) (b string)) t (string-append a b)) (+ "a" "b") ;??

; true becomes something.
(setq t nil) t ;??

; nil becomes something.
(setq nil t) nil ;??

; nil is a parameter.
((lambda (nil) nil) 5) ;!! syntax

; A keyword is assigned.
(setq :a 1) ;!! syntax

; A constant of the language is a parameter.
((lambda (t) t) 5) ;??

; The same parameter twice.
((lambda (x x) x) 1 2) ;??

; Everything that is visible is assigned.
(dolist (name '(car cdr cons list append reverse length map-with for-each fold-left sort print display format error throw apply eval)) (eval (list 'setq name name))) (length (append (list 1) (reverse (list 2 3))))  ;=> 3

; Everything that is visible is made useless.
(dolist (name '(car cdr cons append reverse length map-with for-each fold-left sort display format error)) (eval (list 'setq name nil))) (car '(1))  ;!! not-a-function

; A redefinition between two calls of a loop counts at once.
(defproc f () 1) (setq r nil) (dotimes (i 2) (push! (f) r) (eval '(defproc f () 2))) r ;=> (2 1)

; A record's accessor is redefined.
(defrecord point x y) (defproc get-x (p) (point-x p)) (setq p (make-point 1 2)) (defproc point-x (p) 'mine) (get-x p) ;=> mine

; A record is defined again with other fields.
(defrecord point x y) (setq p (make-point 1 2)) (defrecord point z) (point-z p) ;!! wrong-type

; A method is added while the generic function runs.
(defmethod g ((x fixnum)) t (eval '(defmethod g ((x fixnum)) t 'new)) (g x)) (g 1) ;=> new

; A guard adds methods for ever.
(defmethod g ((x fixnum)) (progn (eval '(defmethod g ((x string)) t 1)) (g x)) 1) (g 1) ;!! out-of-memory too-deep out-of-time

; A guard fails.
(defmethod g (x) (car x) 1) (g 1) ;!! wrong-type

; A guard throws.
(defmethod g (x) (throw 'out x) 1) (catch 'out (g 1)) ;=> 1

; A fallback that calls itself.
(defmethod g (x) (g x) 1) (g 1) ;!! out-of-memory too-deep out-of-time

; The error function is redefined to do nothing.
(defproc error more nil) (assert nil) ;??

; Scheme: operators are redefined.
; language: scheme
(define (if a b c) (list a b c)) (if 1 2 3) ;=> (1 2 3)

; Scheme: define becomes a variable.
; language: scheme
(define define 5) (define x 6) ;??

; Scheme: car is redefined under a macro's feet.
; language: scheme
(define-syntax my-or (syntax-rules () ((_ a b) (let ((t a)) (if t t b))))) (define t 5) (let ((if list)) (my-or #f t)) ;=> 5

; Scheme: a syntax definition that redefines itself.
; language: scheme
(define-syntax m (syntax-rules () ((_) (begin (define-syntax m (syntax-rules () ((_) 5))) (m))))) (m) ;??

; Common Lisp: car is redefined.
; language: common-lisp
(defun car (x) x) (car 5) ;??

; Common Lisp: functions of the standard are bound locally.
; language: common-lisp
(flet ((car (x) x)) (car 5)) ;??

; Common Lisp: t is bound.
; language: common-lisp
(let ((t 5)) t) ;??

; Common Lisp: a constant is assigned.
; language: common-lisp
(defconstant +c+ 1) (setf +c+ 2) +c+ ;??

; Common Lisp: a macro named like a function, and the other way round.
; language: common-lisp
(defun f (x) x) (defmacro f (x) `(list ,x)) (defun f (x) (vector x)) (f 1) ;=> #(1)

; Common Lisp: a class that is its own parent.
; language: common-lisp
(defclass a (a) ()) ;??

; Common Lisp: two classes that are each other's parents.
; language: common-lisp
(defclass a () ()) (defclass b (a) ()) (defclass a (b) ()) (make-instance 'a) ;??

; Common Lisp: a class is redefined while there are instances.
; language: common-lisp
(defclass a () ((x :initform 1 :accessor x))) (let ((i (make-instance 'a))) (defclass a () ((y :initform 2))) (x i)) ;??

; Common Lisp: a structure that includes itself.
; language: common-lisp
(defstruct (s (:include s)) a) ;??

; Common Lisp: a type that is defined by itself.
; language: common-lisp
(deftype a () 'a) (typep 1 'a) ;!! too-complex out-of-memory too-deep out-of-time user-error bad-value wrong-type

; Common Lisp: a symbol macro that expands into itself.
; language: common-lisp
(symbol-macrolet ((x x)) x) ;!! too-complex out-of-memory too-deep out-of-time syntax unbound-variable

; Common Lisp: a compiler is asked for nonsense.
; language: common-lisp
(compile nil 5) ;??
