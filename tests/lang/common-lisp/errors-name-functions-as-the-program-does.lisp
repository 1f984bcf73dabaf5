; Errors name what the program wrote, whatever it is called in the core.
(require 'common-lisp)
(zerop 'a)                            ;!! wrong-type @3:1 zerop: number must be a number
(consp)                               ;!! argument-count @4:1 consp: argument object is missing
(eq 1)                                ;!! argument-count @5:1 eq: argument y is missing
(apply #'gethash '(1))                ;!! argument-count gethash: expected 2 argument(s), got 1
(sort 5 #'<)                          ;!! wrong-type @7:1 sort: sequence must be
(format nil "~a ~a ~a" #'floor #'eq #'sort)  ;=> "#<FUNCTION FLOOR> #<FUNCTION EQ> #<FUNCTION SORT>"
(map-with #'1+ '(1 2))                ;!! unbound-variable @9:1 map-with is not defined
