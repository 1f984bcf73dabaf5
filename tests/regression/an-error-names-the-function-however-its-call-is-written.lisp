; found: 2026-11-26, by use: blanks and comments after a parenthesis hid the name of the function in errors
(car 5) ;!! wrong-type @2:1 car: list must be a list, got 5
( car 5) ;!! wrong-type @3:1 car: list must be a list, got 5
(;comment
 car 5) ;!! wrong-type @4:1 car: list must be a list, got 5
( #|comment|# > 'a 1) ;!! wrong-type @6:1 >: argument 1 must be a number, got a
( > 1 'a) ;!! wrong-type @7:1 >: argument 2 must be a number, got a
(defmacro head (x) `(car ,x))
( head 5) ;!! wrong-type @9:1 first: list must be a list, got 5
( map-with car '(1)) ;!! wrong-type car: list must be a list, got 1
(defproc apply-car (x) ( car x))
( apply-car 5) ;!! wrong-type @11:24 car: list must be a list, got 5
( when t ( 5 1)) ;!! not-a-function 5 is an integer and cannot be called
(setq five 5)
( five 1) ;!! not-a-function five is 5, an integer, and cannot be called
(let ((f 5)) ( f 1)) ;!! not-a-function f is 5, an integer, and cannot be called
( (first (list 5)) 1) ;!! not-a-function (first (list 5)) is 5, an integer, and cannot be called
; A name that nothing defines has the place, not the form that it stands in.
(list ( no-such-function 1)) ;!! unbound-variable @19:9 no-such-function is not defined
(defproc call-it (x) (no-such-function x))
(call-it 1) ;!! unbound-variable @20:23 no-such-function is not defined
(list no-such-variable) ;!! unbound-variable @22:7 no-such-variable is not defined
(catch-and-apply 'error (lambda (tag c) (condition-message c)) ( car 5)) ;=> "car: list must be a list, got 5"
; A message of the program's own says nothing about what a function returned.
(defproc choose-cell (x) x)
(error "choose-cell must return 5") ;!! user-error @26:1 choose-cell must return 5
