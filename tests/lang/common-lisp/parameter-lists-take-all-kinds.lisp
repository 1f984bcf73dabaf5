(require 'common-lisp)
(defun opt (a &optional (b (* 2 a) b-given) &rest more) (list a b b-given more))
(list (opt 1) (opt 1 5) (opt 1 5 6 7))          ;=> ((1 2 nil nil) (1 5 t nil) (1 5 t (6 7)))
(defun keys (&key a (b 2 b-given) ((:c d) 3)) (list a b b-given d))
(list (keys) (keys :b 5 :a 1) (keys :c 9))      ;=> ((nil 2 nil 3) (1 5 t 3) (nil 2 nil 9))
(keys :nonsense 1)                              ;!! user-error @4:1 unknown keyword :NONSENSE
(keys :nonsense 1 :allow-other-keys t)          ;=> (nil 2 nil 3)
(defun strict (&key a) a)
(strict :b 1)                                   ;!! argument-count
(strict :a 1 :b 2 :allow-other-keys t)          ;=> 1
(strict :b 2 :allow-other-keys nil)             ;!! argument-count
(defun rest-and-keys (&rest all &key x &allow-other-keys) (list all x))
(rest-and-keys :x 1 :y 2)                       ;=> ((:x 1 :y 2) 1)
(defun aux (a &aux (b (+ a 1)) c) (list a b c))
(aux 1)                                         ;=> (1 2 nil)
(defun documented (x) "What it does." (declare (ignore x)) 5)
(list (documented 1) (documentation 'documented 'function))  ;=> (5 "What it does.")
(defun nothing ())
(nothing)                                       ;=> nil
(opt)                                           ;!! argument-count
(defmacro parts (&whole form (a (b &optional (c 3))) &rest r &key k) `'(,form ,a ,b ,c ,k))
(parts (1 (2)) :k 5)                            ;=> ((parts (1 (2)) :k 5) 1 2 3 5)
(parts (1))                                     ;!! user-error
(destructuring-bind ((a . b) &rest c) '((1 2 3) 4 5) (list a b c))  ;=> (1 (2 3) (4 5))
((lambda (x &key (y x)) (list x y)) 1)          ;=> (1 1)
