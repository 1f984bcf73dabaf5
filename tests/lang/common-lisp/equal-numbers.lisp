; `=` and `/=` compare numbers, and numbers only.
(require 'common-lisp)
(defun same (x y) (= x y))
(list (= 1 1) (= 1 2) (= 1 1.0) (= 1/2 0.5) (= 1 1 1) (= 1 1 2) (= 5))     ;=> (t nil t t t nil t)
(list (same 1 1) (same 1.5 1.5) (same 1 2) (/= 1 2) (/= 1 2 1) (/= 1))    ;=> (t t nil t nil t)
(count-if (lambda (x) (= x 2)) '(1 2 2.0))                                 ;=> 2
(find 1.0 '(2 1) :test #'=)                                                ;=> 1
(= 'a 'a)                                                                  ;!! wrong-type
(= nil nil)                                                                ;!! wrong-type
(same "a" "a")                                                             ;!! wrong-type
(if (= 'a 0) 1 2)                                                          ;!! wrong-type
(= 1 2 'a)                                                                 ;!! wrong-type
(= 'a)                                                                     ;!! wrong-type
(apply #'= '(1 1 a))                                                       ;!! wrong-type
(mapcar #'= '(1 a) '(1 a))                                                 ;!! wrong-type
(handler-case (= 'a 1) (type-error () 'type-error))                        ;=> type-error
(/= 'a 1)                                                                  ;!! wrong-type
(/= 1 'a)                                                                  ;!! wrong-type
(< 2 1 'a)                                                                 ;!! wrong-type
