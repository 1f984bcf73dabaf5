; Errors name what the program wrote, whatever it is called in the core.
(require 'common-lisp)
(zerop 'a)                            ;!! wrong-type @3:1 zerop: argument 1 must be a number
(consp)                               ;!! argument-count @4:1 consp: expected 1 argument (object), got 0
(eq 1)                                ;!! argument-count @5:1 eq: expected 2 arguments (x y), got 1
(apply #'gethash '(1))                ;!! argument-count gethash: expected 2 to 3 arguments (key table &optional default), got 1
(sort 5 #'<)                          ;!! wrong-type @7:1 sort: sequence must be
(format nil "~a ~a ~a" #'floor #'eq #'sort)  ;=> "#<FUNCTION FLOOR> #<FUNCTION EQ> #<FUNCTION SORT>"
(map-with #'1+ '(1 2))                ;!! unbound-variable @9:2 map-with is not defined
