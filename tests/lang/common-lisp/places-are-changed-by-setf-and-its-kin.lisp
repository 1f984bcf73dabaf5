(require 'common-lisp)
(defvar l (list 1 2 3 4 5))
(setf (car l) 'a (second l) 'b (nth 2 l) 'c (cadddr l) 'd)
l                                               ;=> (a b c d 5)
(setf (cddr l) '(x))
l                                               ;=> (a b x)
(let ((a (make-array '(2 2) :initial-element 0))) (incf (aref a 0 1) 5) (decf (aref a 1 1)) a)  ;=> #2A((0 5) (0 -1))
(let ((s "abc")) (setf (char s 1) #\X) s)       ;=> "aXc"
(let ((h (make-hash-table :test #'equal))) (push 1 (gethash "k" h)) (push 2 (gethash "k" h)) (gethash "k" h nil) (list (gethash "k" h)))  ;=> ((2 1))
(let ((v (vector 3 1 2)) (i 0)) (setf (aref v (incf i)) 'x) (list v i))  ;=> (#(3 x 2) 1)
(let ((v (vector 1 2)) (i -1)) (incf (aref v (incf i)) 10) (list v i))  ;=> (#(11 2) 0)
(let ((x 1) (y 2)) (rotatef x y) (shiftf x y 9) (list x y))   ;=> (1 9)
(let ((p (list :a 1))) (setf (getf p :b) 2 (getf p :a) 5) p)   ;=> (:b 2 :a 5)
(progn (setf (get 'sym 'color) 'red) (list (get 'sym 'color) (symbol-plist 'sym)))  ;=> (red (color red))
(progn (setf (symbol-value 'g) 5) g)            ;=> 5
(progn (setf (symbol-function 'g) #'1+) (g 5))  ;=> 6
(defstruct point x y)
(let ((p (make-point :x 1))) (incf (point-x p)) (setf (point-y p) (point-x p)) (list (point-x p) (point-y p)))  ;=> (2 2)
(defun (setf middle) (v list) (setf (second list) v))
(let ((l (list 1 2 3))) (list (setf (middle l) 'm) l))  ;=> (m (1 m 3))
(defmacro third-of (l) `(nth 2 ,l))
(let ((l (list 1 2 3))) (setf (third-of l) 'z) l)  ;=> (1 2 z)
(let ((l '(1 2))) (pushnew 2 l) (pushnew 3 l) (pushnew '(1) l :test #'equal) l)  ;=> ((1) 3 1 2)
(symbol-macrolet ((x (car l))) (setq x 'first) (incf (second l) 0) l)  ;!! wrong-type
(let (a b) (setf (values a b) (floor 7 2)) (list a b))  ;=> (3 1)
(setf (no-such-place l) 1)                      ;!! unbound-variable
(let ((x 5)) (setf x 6 x (* x 2)) x)            ;=> 12
