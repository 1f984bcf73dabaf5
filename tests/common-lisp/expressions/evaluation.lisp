; Evaluation: constants, variables, calls, templates, `eval`, equality.

(+ 1 2)
;=> 3
(values 1 "two" 'three)
;=> 1 ; "two" ; THREE
(values)
;=>
(car 5)
;!! type-error
(error "no ~a" 'luck)
;!! simple-error
(undefined-thing 1)
;!! undefined-function
unbound-thing
;!! unbound-variable
(list t nil :key 'sym #\a "str" 1/2 1.5)
;=> (T NIL :KEY SYM #\a "str" 1/2 1.5)
(let ((x 1) (y 2)) (let ((x y) (y x)) (list x y)))
;=> (2 1)
(let* ((x 1) (y (+ x 1)) (x (* y 10))) (list x y))
;=> (20 2)
(let (x (y) (z 3)) (list x y z))
;=> (NIL NIL 3)
(progn)
;=> NIL
(progn 1 2 3)
;=> 3
(prog1 1 2 3)
;=> 1
(prog2 1 2 3)
;=> 2
(if nil 1)
;=> NIL
(if '() 'true 'false)
;=> FALSE
(quote (quote x))
;=> 'X
''x
;=> 'X
(eval '(+ 1 2))
;=> 3
(eval ''x)
;=> X
(eval (list 'let '((a 2)) '(* a a)))
;=> 4
(eval '(progn (defmacro ev-list (x) `(list ,x ,x)) (ev-list 3)))
;=> (3 3)
(eval '(progn))
;=> NIL
(multiple-value-list (eval '(values 1 2)))
;=> (1 2)
(let ((x 5)) (eval 'x))
;!! unbound-variable
(progn (defvar *ev* 5) (let ((*ev* 6)) (eval '*ev*)))
;=> 6
(funcall #'+ 1 2)
;=> 3
(funcall '+ 1 2)
;=> 3
(funcall (lambda (x) (* x x)) 4)
;=> 16
((lambda (x y) (list x y)) 1 2)
;=> (1 2)
(apply #'+ '(1 2 3))
;=> 6
(apply #'list 1 2 '(3 4))
;=> (1 2 3 4)
(apply '+ nil)
;=> 0
(functionp #'car)
;=> T
(functionp 'car)
;=> NIL
(let ((f (lambda () 1))) (functionp f))
;=> T
`(1 2 ,(+ 1 2))
;=> (1 2 3)
`(1 ,@(list 2 3) 4)
;=> (1 2 3 4)
`(a . ,(+ 1 2))
;=> (A . 3)
`(a ,@'(b c) . d)
;=> (A B C . D)
`((,@(list 1 2)) ,@nil x)
;=> ((1 2) X)
`#(1 ,(+ 1 1) 3)
;=> #(1 2 3)
`#(1 ,@'(2) ,(+ 1 2))
;=> #(1 2 3)
`#(a b)
;=> #(A B)
`#(#(,(+ 1 1)) (,@(list 3 4)))
;=> #(#(2) (3 4))
(let ((v 'x)) `(list #(,v ,@(list v v)) ,v))
;=> (LIST #(X X X) X)
`,(+ 1 2)
;=> 3
`(,@(list 1 2))
;=> (1 2)
(let ((x '(1 2))) `(,x ,@x))
;=> ((1 2) 1 2)
(let ((a 1)) ``(,a ,,a))
;=> `(,A ,1)
(eval (let ((name 'foo)) `(list ',name)))
;=> (FOO)
(let ((l '(a b))) `(x ,(car l) ,@(mapcar #'list (cdr l)) y))
;=> (X A (B) Y)
(eq 'a 'a)
;=> T
(eq '(1) '(1))
;=> NIL
(eql 1 1)
;=> T
(eql 1 1.0)
;=> NIL
(eql #\a #\a)
;=> T
(eql "a" "a")
;=> NIL
(equal "abc" "abc")
;=> T
(equal "abc" "ABC")
;=> NIL
(equal '(1 (2 #\a "s")) (list 1 (list 2 #\a "s")))
;=> T
(equal #(1 2) #(1 2))
;=> NIL
(equal 1 1.0)
;=> NIL
(equalp 1 1.0)
;=> T
(equalp "abc" "ABC")
;=> T
(equalp #\a #\A)
;=> T
(equalp #(1 2) #(1.0 2))
;=> T
(equalp "ab" (vector #\a #\b))
;=> T
(equalp (vector #\A #\b) "aB")
;=> T
(equalp #(1 2) '(1 2))
;=> NIL
(equalp '(a ("B" #(1))) '(a ("b" #(1.0))))
;=> T
(equalp #2A((1 2) (3 4)) #2A((1 2) (3 4)))
;=> T
(equalp #2A((1 2) (3 4)) #(1 2 3 4))
;=> NIL
(equalp nil "")
;=> NIL
(equalp #() "")
;=> T
(defstruct ev-point x y)
(equalp (make-ev-point :x 1 :y "A") (make-ev-point :x 1.0 :y "a"))
;=> T
(equal (make-ev-point :x 1 :y 2) (make-ev-point :x 1 :y 2))
;=> NIL
(equalp (make-ev-point :x 1 :y 2) (make-ev-point :x 1 :y 3))
;=> NIL
(defclass ev-thing () ((a :initarg :a)))
(equalp (make-instance 'ev-thing :a 1) (make-instance 'ev-thing :a 1))
;=> NIL
(let ((a (make-hash-table)) (b (make-hash-table))) (setf (gethash 1 a) "x" (gethash 1 b) "X") (equalp a b))
;=> T
(let ((a (make-hash-table)) (b (make-hash-table))) (setf (gethash 1 a) "x" (gethash 2 b) "x") (equalp a b))
;=> NIL
(let ((h (make-hash-table :test 'equalp))) (setf (gethash (vector 1 #\a) h) 'v (gethash "Key" h) 's (gethash 1 h) 'n) (list (gethash #(1.0 #\A) h) (gethash (vector #\k #\e #\y) h) (gethash 1.0 h)))
;=> (V S N)
(let ((h (make-hash-table :test 'equalp))) (setf (gethash (make-ev-point :x 1 :y 2) h) 'found) (gethash (make-ev-point :x 1.0 :y 2) h))
;=> FOUND ; T
(let ((h (make-hash-table :test 'equal))) (setf (gethash (make-ev-point :x 1 :y 2) h) 'found) (gethash (make-ev-point :x 1 :y 2) h))
;=> NIL ; NIL
(let ((h (make-hash-table :test 'equal))) (setf (gethash (list 1 "a") h) 'l) (list (gethash (list 1 "a") h) (gethash (list 1 "A") h)))
;=> (L NIL)
(flet ((f (x) (* x 2))) (f 5))
;=> 10
(flet ((f (x) (* x 2)) (g () 1)) (+ (f 5) (g)))
;=> 11
(flet ((my-car (x) (list 'my x))) (my-car '(1 2)))
;=> (MY (1 2))
(labels ((fact (n) (if (<= n 1) 1 (* n (fact (1- n)))))) (fact 10))
;=> 3628800
(labels ((ev (n) (or (zerop n) (od (1- n)))) (od (n) (and (plusp n) (ev (1- n))))) (list (ev 10) (od 10)))
;=> (T NIL)
(let ((list '(1 2 3))) (list list (length list)))
;=> ((1 2 3) 3)
(let ((x 1)) (flet ((f () x)) (let ((x 2)) (list x (f)))))
;=> (2 1)
(progn (defvar *dyn* 1) (flet ((f () *dyn*)) (let ((*dyn* 2)) (f))))
;=> 2
(let ((sp 1)) (declare (special sp)) (flet ((f () (locally (declare (special sp)) sp))) (let ((sp 2)) (list sp (f)))))
;=> (2 1)
;-> (2 2)
(progv '(dyn-a dyn-b) '(1 2) (list (symbol-value 'dyn-a) (symbol-value 'dyn-b)))
;=> (1 2)
(progv '(dyn-c) '() (boundp 'dyn-c))
;=> NIL
(boundp 'never-bound)
;=> NIL
(defconstant +answer+ 42)
(list +answer+ (constantp '+answer+) (constantp 5) (constantp 'x))
;=> (42 T T NIL)
(and)
;=> T
(or)
;=> NIL
(and 1 2 3)
;=> 3
(and 1 nil 3)
;=> NIL
(or nil 2 3)
;=> 2
(not nil)
;=> T
(null '())
;=> T
(null 0)
;=> NIL
(atom '())
;=> T
(consp '())
;=> NIL
(identity 5)
;=> 5
(funcall (constantly 7) 1 2 3)
;=> 7
(funcall (complement #'evenp) 3)
;=> T
(every #'identity '(1 2 nil))
;=> NIL
(special-operator-p 'if)
;=> T
(macro-function 'car)
;=> NIL
(compiled-function-p #'car)
;=> T
(fboundp 'no-function-of-this-name)
;=> NIL
(let ((x (list 1 2))) (eq x (identity x)))
;=> T
(multiple-value-list (values))
;=> NIL
(multiple-value-list (values nil))
;=> (NIL)
(list (values 1 2) (values))
;=> (1 NIL)
(multiple-value-bind (a b c) (values 1 2) (list a b c))
;=> (1 2 NIL)
(multiple-value-bind (q r) (floor 17 5) (list q r))
;=> (3 2)
(nth-value 1 (floor 17 5))
;=> 2
(nth-value 5 (floor 17 5))
;=> NIL
(multiple-value-call #'list (values 1 2) 3 (values) (values 4 5))
;=> (1 2 3 4 5)
(multiple-value-prog1 (values 1 2) (values 3 4))
;=> 1 ; 2
(values-list '(1 2 3))
;=> 1 ; 2 ; 3
(let ((x (values 1 2 3))) x)
;=> 1
(if (values nil t) 'yes 'no)
;=> NO
(cond ((values nil 1) 'a) ((values 2 3)))
;=> 2
(cond (5))
;=> 5
(or (values 1 2) 3)
;=> 1
(or nil (values 1 2))
;=> 1 ; 2
(prog1 (values 1 2) 3)
;=> 1
(progn (values 1 2))
;=> 1 ; 2
(let ((l '())) (list (push 1 l) (push 2 l)))
;=> ((1) (2 1))
(load-time-value (+ 1 2))
;=> 3
(the fixnum 5)
;=> 5
(locally (declare (optimize speed)) 5)
;=> 5
(symbol-macrolet ((five (+ 2 3))) (* five five))
;=> 25
(let ((x 1)) (symbol-macrolet ((y x)) (setf y 5) x))
;=> 5
(macrolet ((twice (form) `(progn ,form ,form))) (let ((n 0)) (twice (incf n)) n))
;=> 2
(typep (lambda ()) 'function)
;=> T
(let ((fs (mapcar (lambda (n) (lambda () (* n n))) '(1 2 3)))) (mapcar #'funcall fs))
;=> (1 4 9)
