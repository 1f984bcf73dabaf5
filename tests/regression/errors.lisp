;;;; a call that no method fits has a place
; found: 2026-11-20, the corpus of the language, as it was written
(defmethod m ((x string)) t x)
(m 1)                                                ;!! no-applicable-method @4:1
(list 1 (m 2))                                       ;!! no-applicable-method @5:9
(defproc f (x) (list (m x)))
(f 3)                                                ;!! no-applicable-method @6:22

;;;; a condition keeps its text after collections
; found: 2026-11-20, the corpus of the language, as it was written
(setq c (catch 'error (first 5)))
(dotimes (i 50) (eval (list 'list i)))
(collect-garbage)
(eval '(+ 1 2))                                      ;=> 3
(condition-place c)                                  ;=> ("errors.lisp" 11 23)

;;;; a helper of the library refuses programs
; found: 2026-11-22, calls of every name: a helper of the library, called by a program, gave an error of the engine itself
(require 'scheme)
(%load-library 5)
;!! bad-value %load-library is for the compiler and the library only

;;;; a string like a message is shown as it is
; found: 2026-11-22, a reader of the code: the message showed a value that nobody had passed
; The message was edited once it was finished: the number of an argument was exchanged in the value shown, too.
(> "argument 2" 1)           ;!! wrong-type >: argument 1 must be a number, got "argument 2"
(>= 1 "argument 1")          ;!! wrong-type >=: argument 2 must be a number, got "argument 1"
(catch-and-apply 'error (lambda (tag c) (condition-message c)) (> 'x 1))  ;=> ">: argument 1 must be a number, got x"

;;;; an unbound top-level variable has its place
; found: 2026-11-20, the corpus of the language, as it was written
(list 1)
nowhere                                              ;!! unbound-variable @33:1
(setq a 1)
(+ nowhere a)                                        ;!! unbound-variable @35:4

;;;; an error names the function of any call
; found: 2026-11-26, by use: blanks and comments after a parenthesis hid the name of the function in errors
(car 5) ;!! wrong-type @39:1 car: list must be a list, got 5
( car 5) ;!! wrong-type @40:1 car: list must be a list, got 5
(;comment
 car 5) ;!! wrong-type @41:1 car: list must be a list, got 5
( #|comment|# > 'a 1) ;!! wrong-type @43:1 >: argument 1 must be a number, got a
( > 1 'a) ;!! wrong-type @44:1 >: argument 2 must be a number, got a
(defmacro head (x) `(car ,x))
( head 5) ;!! wrong-type @46:1 first: list must be a list, got 5
( map-with car '(1)) ;!! wrong-type car: list must be a list, got 1
(defproc apply-car (x) ( car x))
( apply-car 5) ;!! wrong-type @48:24 car: list must be a list, got 5
( when t ( 5 1)) ;!! not-a-function 5 is an integer and cannot be called
(setq five 5)
( five 1) ;!! not-a-function five is 5, an integer, and cannot be called
(let ((f 5)) ( f 1)) ;!! not-a-function f is 5, an integer, and cannot be called
( (first (list 5)) 1) ;!! not-a-function (first (list 5)) is 5, an integer, and cannot be called
; A name that nothing defines has the place, not the form that it stands in.
(list ( no-such-function 1)) ;!! unbound-variable @56:9 no-such-function is not defined
(defproc call-it (x) (no-such-function x))
(call-it 1) ;!! unbound-variable @57:23 no-such-function is not defined
(list no-such-variable) ;!! unbound-variable @59:7 no-such-variable is not defined
(catch-and-apply 'error (lambda (tag c) (condition-message c)) ( car 5)) ;=> "car: list must be a list, got 5"
; A message of the program's own says nothing about what a function returned.
(defproc choose-cell (x) x)
(error "choose-cell must return 5") ;!! user-error @63:1 choose-cell must return 5

;;;; an error names what was written
; found: 2026-11-20, a reader of the core's code
(> 'a 5)                                           ;!! wrong-type >: argument 1
(<= 1 'a)                                          ;!! wrong-type <=: argument 2
(+ 1 'a)                                           ;!! wrong-type +: argument 2
(defun f (x) x)                                    ;!! unbound-variable defun is not defined
(throw 'error 5)                                   ;!! user-error @71:1 5

;;;; functions for the compiler check arguments
; found: 2026-11-20, fuzzing
(%add-method 1 2 3 4 5 6)          ;!! bad-value
(%add-method 0 'car nil nil car nil)   ;!! bad-value
(%no-method 1 2)                   ;!! bad-value
(%type? 1 2)                       ;=> nil

;;;; apply names a value that it cannot call
; found: 2026-11-26, mistakes of newcomers: the error said `apply is +, a symbol, and cannot be called`
(apply '+ '(1 2))                          ;!! not-a-function + is a symbol and cannot be called
(defproc f (g) (apply g '(1)))
(f 'h)                                     ;!! not-a-function h is a symbol and cannot be called
(map-with 'car '((1)))                     ;!! not-a-function
(setq k 5)
(k 1)                                      ;!! not-a-function k is 5, an integer, and cannot be called
(let ((l 'm)) (l 1))                       ;!! not-a-function l is m, a symbol, and cannot be called
(require 'common-lisp)
(funcall 5 1)                              ;!! not-a-function 5 is an integer and cannot be called
(dolist x '(1 2) x)                        ;!! wrong-type dolist: spec must be a list, got x
(dotimes i 5)                              ;!! wrong-type dotimes: spec must be a list, got i

;;;; only a method has the parts of one
; found: 2026-11-27, a reader of the core's code: any list had them
(parameters '(1 2 3))                      ;!! wrong-type parameters: function must be a method
(body '(a b c))                            ;!! wrong-type body: function must be a method
(method-guard '(a b c))                    ;!! wrong-type method-guard: method must be a method
(parameters '((x) t))                      ;!! wrong-type
(body nil)                                 ;!! wrong-type
(defmethod area ((x integer)) t x)
(let ((m (first (generic-function-methods area)))) (list (parameters m) (method-guard m) (body m)))  ;=> (((x integer)) t (x))
(string-ref "abc" 5)                       ;!! index-out-of-range index 5 is outside a string of 3 characters
(substring "abc" 2 7)                      ;!! index-out-of-range are outside a string of 3 characters

;;;; the article follows the sound of the noun
; found: 2026-11-27, a fresh reader: "no method is for an user and an integer"
(defrecord user name)
(defmethod + ((a user) (b user)) t a)
(+ (make-user 1) 2)                        ;!! no-applicable-method no method is for a user and an integer
(defrecord hour n)
(defmethod + ((a hour) (b hour)) t a)
(+ (make-hour 1) 2)                        ;!! no-applicable-method an hour and
(defrecord umbrella n)
(defmethod + ((a umbrella) (b umbrella)) t a)
(+ (make-umbrella 1) 2)                    ;!! no-applicable-method an umbrella and
(defrecord unit n)
(defmethod + ((a unit) (b unit)) t a)
(+ (make-unit 1) 2)                        ;!! no-applicable-method a unit and
