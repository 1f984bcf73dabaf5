; Calls of `delete` are made in place, as those of `remove` are; each is complained of by its own name.

(require 'common-lisp)

(delete 1 2)               ;!! wrong-type delete: sequence
(remove 1 2)               ;!! wrong-type remove: sequence
(delete 1 (list 1 2 1))    ;=> (2)
