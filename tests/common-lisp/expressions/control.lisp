; Control, iteration, closures, macros.

(cond ((= 1 2) 'a) ((= 1 1) 'b 'c) (t 'd))
;=> C
(cond (nil 1))
;=> NIL
(cond ((assoc 'b '((a 1) (b 2))) 'found) (t 'none))
;=> FOUND
(case 3 (1 'one) ((2 3) 'few) (otherwise 'many))
;=> FEW
(case 'x ((a b) 1) (x 2))
;=> 2
(case #\a (#\a 'letter) (t 'other))
;=> LETTER
(case nil (nil 'never) (t 'default))
;=> DEFAULT
(case nil ((nil) 'nil-key))
;=> NIL-KEY
(case "a" ("a" 1) (t 2))
;=> 2
(case 1.0 (1 'integer) (1.0 'float))
;=> FLOAT
(case 1/2 ((1 2) 'whole) (1/2 'half))
;=> HALF
(case '(a) ((a) 'symbol) (((a)) 'list) (t 'neither))
;=> NEITHER
(ecase 1 (1 'one))
;=> ONE
(typecase 5 (string 's) (integer 'i) (t 'o))
;=> I
(typecase 'a (null 'n) (symbol 's))
;=> S
(when (> 2 1) 'a 'b)
;=> B
(when nil 'a)
;=> NIL
(unless nil 'a 'b)
;=> B
(if (member 'b '(a b c)) 'in 'out)
;=> IN
(do ((i 0 (1+ i)) (acc '() (cons i acc))) ((= i 4) acc))
;=> (3 2 1 0)
(do ((i 0 (1+ i)) (j 10 (- j 2))) ((> i j) (list i j)))
;=> (4 2)
(do* ((i 0 (1+ i)) (j (* i 2) (* i 2))) ((= i 3) (list i j)))
;=> (3 6)
(do ((l '(1 2 3) (cdr l)) (sum 0)) ((null l) sum) (setf sum (+ sum (car l))))
;=> 6
(do ((i 0 (1+ i))) ((= i 3)))
;=> NIL
(dolist (x '(1 2 3)) (when (= x 2) (return (* x 10))))
;=> 20
(let ((sum 0)) (dolist (x '(1 2 3) sum) (incf sum x)))
;=> 6
(dolist (x '(1 2) x))
;=> NIL
(let ((r '())) (dotimes (i 4 (reverse r)) (push (* i i) r)))
;=> (0 1 4 9)
(dotimes (i 3 i))
;=> 3
(dotimes (i 0 i))
;=> 0
(dotimes (i -3 i))
;=> 0
(let ((n 0)) (dotimes (i 5) (when (evenp i) (go-on)) (incf n)) n)
;!! undefined-function
(let ((n 0)) (loop (when (> (incf n) 4) (return n))))
;=> 5
(prog ((i 0)) again (when (= i 5) (return i)) (incf i) (go again))
;=> 5
(prog* ((a 1) (b (+ a 1))) (return (list a b)))
;=> (1 2)
(let ((n 0)) (tagbody start (incf n) (when (< n 3) (go start))) n)
;=> 3
(tagbody (go end) (error "never") end)
;=> NIL
(let ((log '())) (tagbody a (push 'a log) (go c) b (push 'b log) (go d) c (push 'c log) (go b) d) (reverse log))
;=> (A C B)
(block outer (block inner (return-from outer 1)) 2)
;=> 1
(block nil (return 5) 6)
;=> 5
(block b (mapc (lambda (x) (when (evenp x) (return-from b x))) '(1 3 4 5)) 'none)
;=> 4
(defun early (x)
  (when (minusp x) (return-from early 'negative))
  (sqrt x))
(list (early -1) (early 4.0))
;=> (NEGATIVE 2.0)
(let ((x 0)) (flet ((f () (incf x))) (f) (f) x))
;=> 2
(defun make-counter (&optional (n 0))
  (lambda () (incf n)))
(let ((a (make-counter)) (b (make-counter 10))) (list (funcall a) (funcall a) (funcall b) (funcall a)))
;=> (1 2 11 3)
(let ((fs '())) (dotimes (i 3) (let ((j i)) (push (lambda () j) fs))) (mapcar #'funcall (reverse fs)))
;=> (0 1 2)
(let ((fs '())) (dolist (x '(1 2 3)) (push (lambda () (* x x)) fs)) (mapcar #'funcall fs))
;=> (9 4 1)
(defun compose (&rest fs)
  (if (null fs) #'identity (lambda (x) (funcall (car fs) (funcall (apply #'compose (cdr fs)) x)))))
(funcall (compose #'1+ (lambda (x) (* x 2))) 5)
;=> 11
(defun curry (f &rest args)
  (lambda (&rest more) (apply f (append args more))))
(mapcar (curry #'+ 10) '(1 2 3))
;=> (11 12 13)
(let* ((balance 100) (account (list (lambda (n) (incf balance n)) (lambda (n) (decf balance n))))) (list (funcall (first account) 50) (funcall (second account) 30)))
;=> (150 120)
(let ((memo (make-hash-table))) (labels ((fib (n) (or (gethash n memo) (setf (gethash n memo) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))))) (fib 50)))
;=> 12586269025
(defun opt (a &optional (b 2 b-given) c)
  (list a b b-given c))
(list (opt 1) (opt 1 5) (opt 1 5 6))
;=> ((1 2 NIL NIL) (1 5 T NIL) (1 5 T 6))
(opt)
;!! program-error
(opt 1 2 3 4)
;!! program-error
(defun keys (&key (a 1) (b (* a 10) b-given) ((:see c) 'default))
  (list a b b-given c))
(list (keys) (keys :a 2) (keys :b 3 :a 4) (keys :see 'seen))
;=> ((1 10 NIL DEFAULT) (2 20 NIL DEFAULT) (4 3 T DEFAULT) (1 10 NIL SEEN))
(keys :d 1)
;!! program-error
(keys :a)
;!! program-error
(keys :d 1 :allow-other-keys t)
;=> (1 10 NIL DEFAULT)
(keys :a 1 :a 2)
;=> (1 10 NIL DEFAULT)
(defun open-keys (&key a &allow-other-keys)
  a)
(open-keys :b 1 :a 2)
;=> 2
(defun rests (a &rest more &key b &allow-other-keys)
  (list a more b))
(rests 1 :b 2 :c 3)
;=> (1 (:B 2 :C 3) 2)
(defun auxes (a &aux (b (* a 2)) c)
  (list a b c))
(auxes 5)
;=> (5 10 NIL)
(defun defaults-see (a &optional (b (1+ a)) &key (c (+ a b)))
  (list a b c))
(list (defaults-see 1) (defaults-see 1 5) (defaults-see 1 5 :c 0))
;=> ((1 2 3) (1 5 6) (1 5 0))
(funcall (lambda (&optional (x 1) &rest r) (list x r)) 5 6 7)
;=> (5 (6 7))
((lambda (&key ((key k) 0)) k) 'key 5)
;=> 5
(destructuring-bind (a (b c) &rest d) '(1 (2 3) 4 5) (list a b c d))
;=> (1 2 3 (4 5))
(destructuring-bind (a &optional (b 'none) &key c) '(1 2 :c 3) (list a b c))
;=> (1 2 3)
(destructuring-bind (&whole w a . b) '(1 2 3) (list w a b))
;=> ((1 2 3) 1 (2 3))
(destructuring-bind (a b) '(1) (list a b))
;!! error
(destructuring-bind (a) '(1 2) a)
;!! error
(destructuring-bind ((a . b) c) '((1 . 2) 3) (list a b c))
;=> (1 2 3)
(multiple-value-bind (q r) (truncate -7 2) (list q r))
;=> (-3 -1)
(defmacro my-unless (test &body body)
  `(if ,test nil (progn ,@body)))
(my-unless (= 1 2) 'a 'b)
;=> B
(defmacro swap (a b)
  (let ((tmp (gensym)))
    `(let ((,tmp ,a)) (setf ,a ,b ,b ,tmp))))
(let ((x 1) (y 2)) (swap x y) (list x y))
;=> (2 1)
(let ((tmp 1) (other 2)) (swap tmp other) (list tmp other))
;=> (2 1)
(defmacro while (test &body body)
  `(do () ((not ,test)) ,@body))
(let ((i 0) (r '())) (while (< i 3) (push i r) (incf i)) r)
;=> (2 1 0)
(defmacro for ((var from to) &body body)
  (let ((limit (gensym)))
    `(do ((,var ,from (1+ ,var)) (,limit ,to)) ((> ,var ,limit)) ,@body)))
(let ((r '())) (for (i 1 4) (push i r)) r)
;=> (4 3 2 1)
(defmacro with-names ((&rest names) &body body)
  `(let ,(mapcar (lambda (n) `(,n ',n)) names) ,@body))
(with-names (a b) (list a b))
;=> (A B)
(defmacro my-or (&rest args)
  (cond ((null args) nil)
        ((null (cdr args)) (car args))
        (t (let ((v (gensym))) `(let ((,v ,(car args))) (if ,v ,v (my-or ,@(cdr args))))))))
(my-or nil nil 3)
;=> 3
(let ((n 0)) (list (my-or (progn (incf n) nil) (incf n)) n))
;=> (2 2)
(defmacro with-key (&key (a 1) b)
  `(list ,a ,b))
(with-key :b 2)
;=> (1 2)
(defmacro whole-form (&whole form &rest args)
  `(list ',form ,(length args)))
(whole-form 1 2)
;=> ((WHOLE-FORM 1 2) 2)
(defmacro optional-arg (a &optional (b ''none))
  `(list ,a ,b))
(list (optional-arg 1) (optional-arg 1 2))
;=> ((1 NONE) (1 2))
(defmacro nested-pattern ((a (b c)) &rest d)
  `(list ',a ',b ',c ',d))
(nested-pattern (1 (2 3)) 4 5)
;=> (1 2 3 (4 5))
(defmacro aif (test then &optional else)
  `(let ((it ,test)) (if it ,then ,else)))
(aif (find 2 '(1 2 3)) (* it 10) 'none)
;=> 20
(defmacro define-getter (name value)
  `(defun ,name () ,value))
(progn (define-getter get-seven 7) (get-seven))
;=> 7
(defmacro many-definitions (&rest names)
  `(progn ,@(mapcar (lambda (n) `(defun ,n () ',n)) names)))
(progn (many-definitions def-a def-b) (list (def-a) (def-b)))
;=> (DEF-A DEF-B)
(macrolet ((m (x) `(list ,x ,x))) (m (+ 1 2)))
;=> (3 3)
(macrolet ((outer (x) `(inner ,x)) (inner (x) `(list 'inner ,x))) (outer 5))
;=> (INNER 5)
(let ((x 1)) (macrolet ((get-x () 'x)) (let ((x 2)) (list x (get-x)))))
;=> (2 2)
(my-unless)
;!! error
(with-key :c 1)
;!! error
(let ((g1 (gensym)) (g2 (gensym))) (list (symbolp g1) (eq g1 g2) (symbol-package g1)))
;=> (T NIL NIL)
(eq '#:a '#:a)
;=> NIL
(let ((s (gensym "VAR"))) (string= (subseq (symbol-name s) 0 3) "VAR"))
;=> T
(labels ((walk (tree) (cond ((null tree) 0) ((atom tree) 1) (t (+ (walk (car tree)) (walk (cdr tree))))))) (walk '((a b) (c (d)) e)))
;=> 5
(defun hanoi (n from to via)
  (if (zerop n) 0 (+ (hanoi (1- n) from via to) 1 (hanoi (1- n) via to from))))
(hanoi 6 'a 'b 'c)
;=> 63
(defun ackermann (m n)
  (cond ((zerop m) (1+ n)) ((zerop n) (ackermann (1- m) 1)) (t (ackermann (1- m) (ackermann m (1- n))))))
(ackermann 2 3)
;=> 9
(defun flatten (x)
  (cond ((null x) nil) ((atom x) (list x)) (t (append (flatten (car x)) (flatten (cdr x))))))
(flatten '(1 (2 (3 4)) ((5))))
;=> (1 2 3 4 5)
(defun primes (n)
  (loop for i from 2 to n unless (loop for j from 2 to (isqrt i) thereis (zerop (mod i j))) collect i))
(primes 30)
;=> (2 3 5 7 11 13 17 19 23 29)
(defun permutations (l)
  (if (null l) '(()) (mapcan (lambda (x) (mapcar (lambda (p) (cons x p)) (permutations (remove x l)))) l)))
(permutations '(1 2 3))
;=> ((1 2 3) (1 3 2) (2 1 3) (2 3 1) (3 1 2) (3 2 1))
(defun tree-depth (tree)
  (if (atom tree) 0 (1+ (reduce #'max (mapcar #'tree-depth tree) :initial-value 0))))
(tree-depth '(a (b (c)) d))
;=> 3
(defvar *level* 0)
(defun show-level ()
  *level*)
(list (show-level) (let ((*level* 1)) (show-level)) (show-level))
;=> (0 1 0)
(let ((*level* 5)) (setf *level* 6) (show-level))
;=> 6
(defparameter *param* 1)
(defparameter *param* 2)
*param*
;=> 2
(defvar *once* 1)
(defvar *once* 2)
*once*
;=> 1
(let ((x 10)) (defun closed () (incf x)))
;=> CLOSED
(list (closed) (closed))
;=> (11 12)
(let ((a 1)) (let* ((a (+ a 1)) (b a)) (list a b)))
;=> (2 2)
(let ((r (list 1 2 3))) (list (every #'plusp r) (some #'evenp r) (notany #'minusp r)))
;=> (T T T)
(funcall (let ((n 0)) (lambda () (incf n))))
;=> 1
(mapcar (lambda (f) (funcall f 4)) (list #'isqrt #'1+ (lambda (x) (* x x))))
;=> (2 5 16)
(let ((add (lambda (a) (lambda (b) (+ a b))))) (funcall (funcall add 1) 2))
;=> 3
(apply (lambda (&rest args) (length args)) 1 2 '(3 4))
;=> 4
(multiple-value-list (funcall (lambda () (values 1 2))))
;=> (1 2)
(unwind-protect 5 (values 1 2))
;=> 5
(catch 'done (dotimes (i 10) (when (= i 3) (throw 'done i))))
;=> 3
(multiple-value-list (catch 'x (throw 'x (values 1 2))))
;=> (1 2)
(let ((result '())) (catch 'skip (push 1 result) (throw 'skip nil) (push 2 result)) result)
;=> (1)
(step-not-defined)
;!! undefined-function
(let ((x 5)) (cond ((> x 3) (setq x 10) x) (t 0)))
;=> 10
(progn (setq undeclared-global 5) (1+ undeclared-global))
;=> 6
(case 2 (1 'a) (2))
;=> NIL
(typecase nil (list 'list) (symbol 'symbol))
;=> LIST
(let ((v (vector 1 2 3))) (loop for x across v sum x))
;=> 6
(loop for (name . age) in '((ann . 3) (bob . 4)) collect name collect age)
;=> (ANN 3 BOB 4)
(let ((x 1)) (incf x (prog1 x (setq x 10))))
;=> 11
(funcall #'(lambda (x) (+ x 1)) 1)
;=> 2
(let ((f 'car)) (funcall f '(1 2)))
;=> 1
(boundp '*level*)
;=> T
(symbol-value '*level*)
;=> 0
(setf (symbol-value '*level*) 9)
;=> 9
(symbol-function 'no-function-here)
;!! undefined-function
(funcall (symbol-function 'car) '(a))
;=> A
