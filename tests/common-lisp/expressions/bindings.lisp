; Variables: loops and the closures in them, dynamic variables wherever they are bound.

(do ((i 0 (1+ i)) (l nil (cons (lambda () i) l))) ((= i 5) (mapcar #'funcall l)))
;=> (5 5 5 5 5)
(do* ((i 0 (1+ i)) (j i (* 2 i)) (l nil (cons (lambda () (list i j)) l))) ((= i 3) (mapcar #'funcall l)))
;=> ((3 6) (3 6) (3 6))
(do ((a 1 b) (b 2 a) (i 0 (1+ i))) ((= i 3) (list a b)))
;=> (2 1)
(do ((a 1 (+ a b)) (b 1 a) c) ((> a 20) (list a b c)) (push a c))
;=> (21 13 (13 8 5 3 2 1))
(do ((i 0 (1+ i))) ((= i 3)))
;=> NIL
(do ((i 0 (1+ i)) (s 0)) ((= i 3) (values s i)) (incf s (* 2 i)))
;=> 6 ; 3
(let ((l nil)) (dolist (x '(1 2 3)) (let ((y x)) (push (lambda () (incf y)) l))) (mapcar #'funcall l))
;=> (4 3 2)
(let ((l nil)) (loop for i below 3 do (push (lambda () i) l)) (mapcar #'funcall l))
;=> (3 3 3)
(let ((a 1) (b 2)) (psetq a b b a) (list a b))
;=> (2 1)
(let ((a (list 1 2)) (i 0)) (psetf (nth i a) 9 i 1) (list a i))
;=> ((9 2) 1)
(prog ((i 0) (l nil)) again (push (lambda () i) l) (incf i) (when (< i 3) (go again)) (return (mapcar #'funcall l)))
;=> (3 3 3)
(loop for x in '(1 2 3) sum x of-type fixnum)
;=> 6
(loop for x in '(1 2 3) sum x into s of-type integer finally (return s))
;=> 6
(loop for x in '(1 2 3) count (oddp x) into n fixnum maximize x into m fixnum finally (return (list n m)))
;=> (2 3)
(progn (when t (defvar *inside* 42) (let ((*inside* 1)) *inside*)) *inside*)
;=> 42
(let ((x 1)) (defvar *within* (1+ x)) (let ((*within* 5)) (symbol-value '*within*)))
;=> 2
(symbol-value '*within*)
;=> 2
(defun star () *)
(let ((* 5)) (star))
;=> 5
(let ((** 1) (*** 2) (+ 3) (++ 4) (+++ 5) (/ 6) (// 7) (/// 8)) (list ** *** + ++ +++ / // ///))
;!! simple-type-error
(defun slash () (list / // ///))
(let ((/ 1) (// 2)) (butlast (slash)))
;!! simple-type-error
(defvar *d* 7)
(defun d () *d*)
(let ((l nil)) (dolist (*d* '(1 2) l) (push (d) l)))
;=> (2 1)
(let ((l nil)) (list (dotimes (*d* 3 (d)) (push (d) l)) l))
;=> (3 (2 1 0))
(let ((l nil)) (do ((*d* 0 (1+ *d*))) ((= *d* 2) (list (d) l)) (push (d) l)))
;=> (2 (1 0))
(let ((l nil)) (do* ((*d* 0 (1+ *d*)) (x (d) (d))) ((= *d* 2) (list x l)) (push x l)))
;=> (2 (1 0))
(loop for *d* in '(a b) collect (d))
;=> (A B)
(loop for *d* from 1 to 3 sum (d))
;=> 6
(loop with *d* = 4 repeat 2 collect (d))
;=> (4 4)
(prog ((*d* 6)) (return (d)))
;=> 6
(prog* ((*d* 6) (x (d))) (return x))
;=> 6
(flet ((f (*d*) (d))) (f 5))
;=> 5
(labels ((f (*d*) (if (= *d* 0) (d) (f (1- *d*))))) (f 3))
;=> 0
(funcall (lambda (&optional (*d* 3) (x (d))) (list (d) x)))
;=> (3 3)
(funcall (lambda (&optional (*d* 3) (x (d))) (list (d) x)) 4)
;=> (4 4)
(funcall (lambda (*d* &optional (x (d) given) &rest more) (list x given more)) 4)
;=> (4 NIL NIL)
(funcall (lambda (*d* &optional (x (d) given) &rest more) (list x given more)) 4 5 6)
;=> (5 T (6))
(funcall (lambda (*d* &key (x (d)) (y (1+ x))) (list x y)) 4)
;=> (4 5)
(funcall (lambda (&key (*d* 3) (z (d)) &aux (w (d))) (list (d) z w)))
;=> (3 3 3)
(funcall (lambda (&key (*d* 3) (z (d)) &aux (w (d))) (list (d) z w)) :z 1 :*d* 2)
;=> (2 1 2)
(multiple-value-bind (*d* b) (values 1 2) (list (d) b))
;=> (1 2)
(destructuring-bind (*d* b) '(1 2) (list (d) b))
;=> (1 2)
(let* ((*d* 1) (x (d)) (*d* 2)) (list x (d)))
;=> (1 2)
(let ((*d* 1) (x (d))) (list x (d)))
;=> (7 1)
(progv '(*d* unnamed) '(11) (list (d) (boundp 'unnamed)))
;=> (11 NIL)
(progv '(*d*) '() (boundp '*d*))
;=> NIL
(list (catch 'out (let ((*d* 1)) (throw 'out (d)))) (d))
;=> (1 7)
(list (block nil (let ((*d* 1)) (setq *d* 2) (return (d)))) (d))
;=> (2 7)
(handler-case (let ((*d* 1)) (error "x")) (error () (d)))
;=> 7
(let ((v 1)) (declare (special v)) (symbol-value 'v))
;=> 1
(let ((fs (mapcar (lambda (x) (let ((*d* x)) (lambda () (d)))) '(1 2)))) (mapcar #'funcall fs))
;=> (7 7)
(makunbound '*unbound*)
;=> *UNBOUND*
(let ((x (list 1 2 3))) (list '#.(+ 1 2) #.(list 'quote (list 1 2)) '(a . #.(1+ 1)) (length x)))
;=> (3 (1 2) (A . 2) 3)
(multiple-value-list (decode-universal-time (* 86400 365 10000) 0))
;=> (0 0 0 12 5 11893 4 NIL 0)
(multiple-value-list (decode-universal-time 3900000000 0))
;=> (0 20 21 2 8 2023 2 NIL 0)
(encode-universal-time 1 2 3 29 2 2400 0)
;=> 15783562921
(defstruct spot x y)
(defmethod print-object ((s spot) stream) (format stream "<~a ~a>" (spot-x s) (spot-y s)))
(format nil "~a ~s" (make-spot :x 1 :y 2) (list (make-spot :x 3 :y 4)))
;=> "<1 2> (<3 4>)"
