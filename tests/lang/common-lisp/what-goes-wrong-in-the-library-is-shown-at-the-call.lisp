; The rule of the core's library holds here, too.
(require 'common-lisp)
(mapcar #'car 5)                                ;!! wrong-type @3:1 mapcar
(print (mapcar #'car 5))                        ;!! wrong-type @4:8 mapcar
(reduce #'+ '(1 a))                             ;!! wrong-type @5:1 reduce: +: argument 2 must be a number, got a
