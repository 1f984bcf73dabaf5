; found: 2026-11-26, a program from a textbook: `#.` failed in all parts of a progn but the first
(require 'common-lisp)
(progn (list 1) '#.(+ 1 2))                              ;=> 3
(defconstant +k+ 5)
(progn (defvar *z* 9) (list '#.(* 2 +k+) *z*))           ;=> (10 9)
(progn 1 (progn 2 (list #.(1+ +k+) '(a . #.(list +k+))))) ;=> (6 (a 5))
(let ((a #.(vector +k+))) (list (aref a 0) (case 5 (#.+k+ 'five) (t 'other))))  ;=> (5 five)
(defun f (x) (if (= x #.+k+) 'k #.(format nil "~a" +k+)))
(list (f 5) (f 6))                                       ;=> (k "5")
(eval-when (:compile-toplevel :load-toplevel :execute) (defun twice (x) (* 2 x)))
(progn 'first #.(twice 4))                               ;=> 8
(progn 'first #.(no-such-function 4))                    ;!! unbound-variable
