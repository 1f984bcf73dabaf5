;;;; matrices are multiplied and eliminated
; Matrices as arrays: product, transpose, powers, determinant by elimination.
(require 'common-lisp)
(defun matrix-multiply (a b)
  (let* ((m (array-dimension a 0)) (n (array-dimension b 1)) (k (array-dimension b 0))
         (result (make-array (list m n) :initial-element 0)))
    (dotimes (i m result)
      (dotimes (j n)
        (dotimes (l k)
          (incf (aref result i j) (* (aref a i l) (aref b l j))))))))

(defun identity-matrix (n)
  (let ((result (make-array `(,n ,n) :initial-element 0)))
    (loop for i below n do (setf (aref result i i) 1))
    result))

(defun matrix-power (a n)
  (cond ((zerop n) (identity-matrix (array-dimension a 0)))
        ((evenp n) (let ((h (matrix-power a (/ n 2)))) (matrix-multiply h h)))
        (t (matrix-multiply a (matrix-power a (1- n))))))

(defun transpose (a)
  (destructuring-bind (m n) (array-dimensions a)
    (let ((result (make-array (list n m))))
      (dotimes (i m result)
        (dotimes (j n)
          (setf (aref result j i) (aref a i j)))))))

(defun determinant (matrix)
  (let* ((n (array-dimension matrix 0)) (sign 1)
         (a (make-array (list n n))))
    (dotimes (i n) (dotimes (j n) (setf (aref a i j) (aref matrix i j))))
    (dotimes (k n)
      (let ((pivot (loop for i from k below n unless (zerop (aref a i k)) return i)))
        (when (null pivot) (return-from determinant 0))
        (unless (= pivot k)
          (setf sign (- sign))
          (dotimes (j n) (rotatef (aref a k j) (aref a pivot j))))
        (loop for i from (1+ k) below n
              for factor = (/ (aref a i k) (aref a k k))
              do (loop for j from k below n
                       do (decf (aref a i j) (* factor (aref a k j)))))))
    (* sign (loop with p = 1 for i below n do (setf p (* p (aref a i i))) finally (return p)))))

(defvar *fib* (make-array '(2 2) :initial-contents '((1 1) (1 0))))
(print (matrix-power *fib* 30))
(print (transpose (make-array '(2 3) :initial-contents '((1 2 3) (4 5 6)))))
(print (determinant (make-array '(3 3) :initial-contents '((2 0 1) (1 3 2) (1 1 4)))))
(print (determinant (make-array '(2 2) :initial-contents '((0 1/2) (3 4)))))
;>>
;>> #2A((1346269 832040) (832040 514229)) 
;>> #2A((1 4) (2 5) (3 6)) 
;>> 18 
;>> -3/2 

;;;; objects answer by class
; Classes, generic functions and methods: dispatch on several arguments, before and after methods, calling the next one.
(require 'common-lisp)
(defclass shape ()
  ((name :initarg :name :accessor shape-name :initform "shape")
   (count :allocation :class :initform 0 :accessor shape-count)))
(defclass circle (shape)
  ((radius :initarg :radius :reader circle-radius)))
(defclass rectangle (shape)
  ((width :initarg :width :accessor width) (height :initarg :height :accessor height)))
(defclass square (rectangle) ())

(defgeneric area (shape) (:documentation "The area of a shape."))
(defgeneric describe-shape (shape stream))

(defmethod initialize-instance :after ((s shape) &key)
  (incf (shape-count s)))
(defmethod initialize-instance :after ((s square) &key side)
  (when side (setf (width s) side (height s) side)))

(defmethod area ((c circle)) (* 3 (expt (circle-radius c) 2)))
(defmethod area ((r rectangle)) (* (width r) (height r)))
(defmethod describe-shape ((s shape) stream)
  (format stream "~a of area ~a" (shape-name s) (area s)))
(defmethod describe-shape :before ((s square) stream) (format stream "[square] "))
(defmethod describe-shape ((r rectangle) stream)
  (call-next-method)
  (format stream ", ~ax~a" (width r) (height r)))

(defgeneric meet (a b))
(defmethod meet ((a shape) (b shape)) 'shapes)
(defmethod meet ((a circle) (b shape)) (list 'circle-with (call-next-method)))
(defmethod meet ((a rectangle) (b square)) 'rectangle-with-square)
(defmethod meet (a (b (eql 5))) 'five)

(defmethod print-object ((c circle) stream)
  (format stream "<circle ~a>" (circle-radius c)))

(let ((shapes (list (make-instance 'circle :radius 2 :name "disc")
                    (make-instance 'rectangle :width 2 :height 5 :name "box")
                    (make-instance 'square :side 3))))
  (dolist (s shapes)
    (describe-shape s t)
    (terpri))
  (print (loop for a in shapes collect (loop for b in shapes collect (meet a b))))
  (print (meet 'anything 5))
  (print (shape-count (first shapes)))
  (print (list (first shapes)))
  (with-slots (width height) (second shapes)
    (setf width 10)
    (print (* width height)))
  (print (mapcar #'(lambda (s) (typep s 'rectangle)) shapes))
  (print (handler-case (area 5) (error () 'no-method))))
;>> disc of area 12
;>> box of area 10, 2x5
;>> [square] shape of area 9, 3x3
;>>
;>> (((CIRCLE-WITH SHAPES) (CIRCLE-WITH SHAPES) (CIRCLE-WITH SHAPES))
;>>  (SHAPES SHAPES RECTANGLE-WITH-SQUARE) (SHAPES SHAPES RECTANGLE-WITH-SQUARE)) 
;>> FIVE 
;>> 3 
;>> (<circle 2>) 
;>> 50 
;>> (NIL T T) 
;>> NO-METHOD 

;;;; permutations subsets and primes are listed
; not under: stress: thousands of calls take long with a collection at each
; Permutations, combinations, subsets, primes, change for an amount.
(require 'common-lisp)
(defun permutations (bag)
  (if (null bag)
      '(())
      (mapcan #'(lambda (e)
                  (mapcar #'(lambda (p) (cons e p))
                          (permutations (remove e bag :count 1 :test #'eq))))
              bag)))

(defun combinations (k items)
  (cond ((= k 0) (list nil))
        ((endp items) nil)
        (t (nconc (mapcar #'(lambda (c) (cons (first items) c)) (combinations (1- k) (rest items)))
                  (combinations k (rest items))))))

(defun subsets (set)
  (reduce #'(lambda (x acc) (append acc (mapcar #'(lambda (s) (cons x s)) acc)))
          set :from-end t :initial-value '(())))

(defun primep (n)
  (when (> n 1)
    (loop for i from 2 to (isqrt n) never (zerop (mod n i)))))

(defmacro do-primes ((var start end) &body body)
  (let ((last (gensym)))
    `(do ((,var (next-prime ,start) (next-prime (1+ ,var))) (,last ,end))
         ((> ,var ,last))
       ,@body)))

(defun next-prime (n) (loop for k from n when (primep k) return k))

(defun change (amount coins)
  (cond ((zerop amount) 1)
        ((or (minusp amount) (null coins)) 0)
        (t (+ (change amount (rest coins)) (change (- amount (first coins)) coins)))))

(print (permutations '(1 2 3)))
(print (combinations 2 '(a b c d)))
(print (subsets '(1 2 3)))
(print (loop for n below 30 when (primep n) collect n))
(let ((found '())) (do-primes (p 40 60) (push p found)) (print (nreverse found)))
(print (change 100 '(50 25 10 5 1)))
(print (loop for i from 1 to 10 for f = 1 then (* f i) finally (return f)))
(print (loop for a = 0 then b and b = 1 then (+ a b) repeat 12 collect a))
;>>
;>> ((1 2 3) (1 3 2) (2 1 3) (2 3 1) (3 1 2) (3 2 1)) 
;>> ((A B) (A C) (A D) (B C) (B D) (C D)) 
;>> (NIL (3) (2) (2 3) (1) (1 3) (1 2) (1 2 3)) 
;>> (2 3 5 7 11 13 17 19 23 29) 
;>> (41 43 47 53 59) 
;>> 292 
;>> 3628800 
;>> (0 1 1 2 3 5 8 13 21 34 55 89) 

;;;; prolog binds variables and undoes it
; not under: stress ticks: a long program
(require 'common-lisp)
(defvar *db-predicates* nil)
(defun clause-head (clause) (first clause))
(defun clause-body (clause) (rest clause))
(defun get-clauses (pred) (get pred 'clauses))
(defun predicate (relation) (first relation))
(defun variable-p (x) (and (symbolp x) (equal (char (symbol-name x) 0) #\?)))
(defmacro <- (&rest clause) `(add-clause ',(replace-?-vars clause)))
(defun add-clause (clause)
  (let ((pred (predicate (clause-head clause))))
    (assert (and (symbolp pred) (not (variable-p pred))))
    (pushnew pred *db-predicates*)
    (setf (get pred 'clauses) (nconc (get-clauses pred) (list clause)))
    pred))
(defun replace-?-vars (exp)
  (cond ((eq exp '?) (gensym "?"))
        ((atom exp) exp)
        (t (reuse-cons (replace-?-vars (first exp)) (replace-?-vars (rest exp)) exp))))
(defun reuse-cons (x y x-y) (if (and (eql x (car x-y)) (eql y (cdr x-y))) x-y (cons x y)))
(defconstant unbound "Unbound")
(defvar *var-counter* 0)
(defstruct (pvar (:constructor ? ()) (:print-function print-var))
  (name (incf *var-counter*)) (binding unbound))
(defun bound-p (var) (not (eq (pvar-binding var) unbound)))
(defmacro deref! (exp)
  `(progn (loop while (and (pvar-p ,exp) (bound-p ,exp)) do (setf ,exp (pvar-binding ,exp))) ,exp))
(defun print-var (var stream depth)
  (declare (ignore depth))
  (if (bound-p var) (format stream "~a" (pvar-binding var)) (format stream "?~a" (pvar-name var))))
(defvar *trail* (make-array 200 :fill-pointer 0 :adjustable t))
(defun set-binding! (var value)
  (unless (eq var value)
    (vector-push-extend var *trail*)
    (setf (pvar-binding var) value))
  t)
(defun undo-bindings! (old-trail)
  (loop until (= (fill-pointer *trail*) old-trail)
        do (setf (pvar-binding (vector-pop *trail*)) unbound)))
(defun unify! (x y)
  (cond ((eql (deref! x) (deref! y)) t)
        ((pvar-p x) (set-binding! x y))
        ((pvar-p y) (set-binding! y x))
        ((and (consp x) (consp y)) (and (unify! (first x) (first y)) (unify! (rest x) (rest y))))
        (t nil)))
(defun rename-variables (x)
  (let ((map '()))
    (labels ((walk (x)
               (cond ((variable-p x)
                      (or (cdr (assoc x map)) (let ((v (?))) (push (cons x v) map) v)))
                     ((consp x) (cons (walk (car x)) (walk (cdr x))))
                     (t x))))
      (walk x))))
(defun prove-all (goals cont)
  (if (null goals) (funcall cont)
      (let ((goal (first goals)) (others (rest goals)))
        (dolist (clause (get-clauses (predicate goal)))
          (let ((old (fill-pointer *trail*)) (new (rename-variables clause)))
            (when (unify! goal (clause-head new))
              (prove-all (append (clause-body new) others) cont))
            (undo-bindings! old))))))
(defun subst-bindings (x)
  (deref! x)
  (cond ((consp x) (cons (subst-bindings (car x)) (subst-bindings (cdr x)))) (t x)))
(defmacro ?- (&rest goals)
  `(let* ((vars (remove-duplicates (collect-vars ',goals)))
          (renamed (rename-variables (list vars ',goals))))
     (prove-all (second renamed)
       (lambda () (loop for v in vars for b in (first renamed)
                        do (format t "~&~a = ~a" v (subst-bindings b)))
         (format t ";")))
     (format t "~&No.~%")))
(defun collect-vars (x) (cond ((variable-p x) (list x)) ((consp x) (append (collect-vars (car x)) (collect-vars (cdr x))))))
(<- (likes Kim Robin))
(<- (likes Sandy Lee))
(<- (likes Sandy Kim))
(<- (likes Robin cats))
(<- (likes Sandy ?x) (likes ?x cats))
(<- (likes Kim ?x) (likes ?x Lee) (likes ?x Kim))
(<- (member ?item (?item . ?rest)))
(<- (member ?item (?x . ?rest)) (member ?item ?rest))
(<- (append () ?ys ?ys))
(<- (append (?x . ?xs) ?ys (?x . ?zs)) (append ?xs ?ys ?zs))
(?- (likes Sandy ?who))
(?- (member ?x (1 2 3)))
(?- (append ?a ?b (1 2)))
(print (reverse *db-predicates*))
(print (get 'likes 'clauses))
(let ((v (?))) (print (pvar-p v)) (set-binding! v 'hello) (print v))
(defun memo (fn name key test)
  (let ((table (make-hash-table :test test)))
    (setf (get name 'memo) table)
    #'(lambda (&rest args)
        (let ((k (funcall key args)))
          (multiple-value-bind (val found-p) (gethash k table)
            (if found-p val (setf (gethash k table) (apply fn args))))))))
(defun memoize (fn-name &key (key #'first) (test #'eql))
  (clear-memoize fn-name)
  (setf (symbol-function fn-name) (memo (symbol-function fn-name) fn-name key test)))
(defun clear-memoize (fn-name) (let ((table (get fn-name 'memo))) (when table (clrhash table))))
(defmacro defun-memo (fn args &body body) `(memoize (defun ,fn ,args . ,body)))
(defun-memo fib (n) (if (<= n 1) 1 (+ (fib (- n 1)) (fib (- n 2)))))
(print (fib 60))
(defstruct delay (value nil) (function nil))
(defmacro delay (&rest body) `(make-delay :function #'(lambda () . ,body)))
(defun force (x)
  (if (not (delay-p x)) x
      (progn (when (delay-function x)
               (setf (delay-value x) (funcall (delay-function x)))
               (setf (delay-function x) nil))
             (delay-value x))))
(defmacro make-pipe (head tail) `(cons ,head (delay ,tail)))
(defconstant empty-pipe nil)
(defun head (pipe) (first pipe))
(defun tail (pipe) (if (delay-p (rest pipe)) (setf (rest pipe) (force (rest pipe))) (rest pipe)))
(defun pipe-elt (pipe i) (if (= i 0) (head pipe) (pipe-elt (tail pipe) (- i 1))))
(defun integers (&optional (start 0) end)
  (if (or (null end) (<= start end)) (make-pipe start (integers (+ start 1) end)) nil))
(defun filter-pipe (pred pipe)
  (if (funcall pred (head pipe))
      (make-pipe (head pipe) (filter-pipe pred (tail pipe)))
      (filter-pipe pred (tail pipe))))
(defun sieve (pipe)
  (make-pipe (head pipe) (filter-pipe #'(lambda (x) (/= (mod x (head pipe)) 0)) (sieve (tail pipe)))))
(print (loop for i below 8 collect (pipe-elt (sieve (integers 2)) i)))
(terpri)
;>> ?WHO = LEE;
;>> ?WHO = KIM;
;>> ?WHO = ROBIN;
;>> No.
;>> ?X = 1;
;>> ?X = 2;
;>> ?X = 3;
;>> No.
;>> ?A = NIL
;>> ?B = (1 2);
;>> ?A = (1)
;>> ?B = (2);
;>> ?A = (1 2)
;>> ?B = NIL;
;>> No.
;>> 
;>> (LIKES MEMBER APPEND) 
;>> (((LIKES KIM ROBIN)) ((LIKES SANDY LEE)) ((LIKES SANDY KIM))
;>>  ((LIKES ROBIN CATS)) ((LIKES SANDY ?X) (LIKES ?X CATS))
;>>  ((LIKES KIM ?X) (LIKES ?X LEE) (LIKES ?X KIM))) 
;>> T 
;>> HELLO 
;>> 2504730781961 
;>> (2 3 5 7 11 13 17 19) 

;;;; queens are placed without attack
; The queens: all solutions for small boards, by recursion and by loops.
(require 'common-lisp)
(defun attacks-p (row col queens)
  (loop for (r . c) in queens
        thereis (or (= c col) (= (abs (- r row)) (abs (- c col))))))

(defun queens (n)
  (let ((solutions '()))
    (labels ((place (row queens)
               (if (= row n)
                   (push (mapcar #'cdr (reverse queens)) solutions)
                   (dotimes (col n)
                     (unless (attacks-p row col queens)
                       (place (1+ row) (acons row col queens)))))))
      (place 0 '()))
    (nreverse solutions)))

(defun draw (solution)
  (dolist (col solution)
    (dotimes (i (length solution))
      (princ (if (= i col) "Q " ". ")))
    (terpri)))

(loop for n from 1 to 6
      do (format t "~d: ~d~%" n (length (queens n))))
(draw (first (queens 6)))
(print (queens 5))
;>> 1: 1
;>> 2: 0
;>> 3: 0
;>> 4: 2
;>> 5: 10
;>> 6: 4
;>> . Q . . . . 
;>> . . . Q . . 
;>> . . . . . Q 
;>> Q . . . . . 
;>> . . Q . . . 
;>> . . . . Q . 
;>>
;>> ((0 2 4 1 3) (0 3 1 4 2) (1 3 0 2 4) (1 4 2 0 3) (2 0 3 1 4) (2 4 1 3 0)
;>>  (3 0 2 4 1) (3 1 4 2 0) (4 1 3 0 2) (4 2 0 3 1)) 

;;;; records are kept in a file
; not under: stress ticks: a long program
(require 'common-lisp)
;;; A database of records kept as property lists, saved to a file and loaded again.
(defvar *records* nil)
(defun make-cd (title artist rating ripped)
  (list :title title :artist artist :rating rating :ripped ripped))
(defun add-record (cd) (push cd *records*))
(add-record (make-cd "Roses" "Kathy Mattea" 7 t))
(add-record (make-cd "Fly" "Dixie Chicks" 8 t))
(add-record (make-cd "Home" "Dixie Chicks" 9 nil))
(defun dump-records ()
  (dolist (cd *records*)
    (format t "~{~a:~10t~a~%~}~%" cd)))
(dump-records)
(defun save-records (filename)
  (with-open-file (out filename :direction :output :if-exists :supersede)
    (with-standard-io-syntax
      (print *records* out))))
(defun load-records (filename)
  (with-open-file (in filename)
    (with-standard-io-syntax
      (setf *records* (read in)))))
(save-records "cds.db")
(setf *records* nil)
(load-records "cds.db")
(print (length *records*))
(defun select (selector-fn) (remove-if-not selector-fn *records*))
(defun make-comparison-expr (field value)
  `(equal (getf cd ,field) ,value))
(defun make-comparisons-list (fields)
  (loop while fields
        collecting (make-comparison-expr (pop fields) (pop fields))))
(defmacro where (&rest clauses)
  `#'(lambda (cd) (and ,@(make-comparisons-list clauses))))
(print (select (where :artist "Dixie Chicks")))
(print (macroexpand-1 '(where :title "Fly" :ripped t)))
(defun update (selector-fn &key title artist rating (ripped nil ripped-p))
  (setf *records*
        (mapcar
         #'(lambda (row)
             (when (funcall selector-fn row)
               (if title (setf (getf row :title) title))
               (if artist (setf (getf row :artist) artist))
               (if rating (setf (getf row :rating) rating))
               (if ripped-p (setf (getf row :ripped) ripped)))
             row)
         *records*)))
(update (where :artist "Dixie Chicks") :rating 11 :ripped nil)
(print (select (where :rating 11)))
(defun delete-rows (selector-fn)
  (setf *records* (remove-if selector-fn *records*)))
(delete-rows (where :artist "Dixie Chicks"))
(print *records*)
(terpri)
(defun prompt-read (prompt)
  (format *query-io* "~a: " prompt)
  (force-output *query-io*)
  (read-line *query-io*))
(with-input-from-string (*query-io* "x")
  (print (read-line *query-io*)))
(print (or (parse-integer "12x" :junk-allowed t) 0))
(print (or (parse-integer "zz" :junk-allowed t) 0))
(terpri)
(with-open-file (in "lines.txt" :direction :output :if-exists :supersede :if-does-not-exist :create)
  (format in "first line~%second line~%~%last"))
(with-open-file (in "lines.txt")
  (loop for line = (read-line in nil)
        for i from 1
        while line do (format t "~2d: ~s~%" i line)))
(with-open-file (in "lines.txt")
  (loop for c = (read-char in nil nil) while c count c into n finally (print n)))
(with-open-file (s "lines.txt" :direction :output :if-exists :append)
  (write-line "more" s) (prin1 'sym s) (write-char #\! s))
(with-open-file (in "lines.txt")
  (do ((l (read-line in) (read-line in nil 'eof)))
      ((eq l 'eof))
    (format t "[~a]~%" l)))
(print (probe-file "no-such-file"))
(print (not (null (probe-file "lines.txt"))))
(print (with-open-file (s "no-such-thing" :if-does-not-exist nil) s))
(let ((in (open "lines.txt")))
  (unwind-protect (print (read in)) (close in)))
(delete-file "lines.txt")
(delete-file "cds.db")
(terpri)
;>> TITLE:    Home
;>> ARTIST:   Dixie Chicks
;>> RATING:   9
;>> RIPPED:   NIL
;>> 
;>> TITLE:    Fly
;>> ARTIST:   Dixie Chicks
;>> RATING:   8
;>> RIPPED:   T
;>> 
;>> TITLE:    Roses
;>> ARTIST:   Kathy Mattea
;>> RATING:   7
;>> RIPPED:   T
;>> 
;>> 
;>> 3 
;>> ((:TITLE "Home" :ARTIST "Dixie Chicks" :RATING 9 :RIPPED NIL)
;>>  (:TITLE "Fly" :ARTIST "Dixie Chicks" :RATING 8 :RIPPED T)) 
;>> #'(LAMBDA (CD) (AND (EQUAL (GETF CD :TITLE) "Fly") (EQUAL (GETF CD :RIPPED) T))) 
;>> ((:TITLE "Home" :ARTIST "Dixie Chicks" :RATING 11 :RIPPED NIL)
;>>  (:TITLE "Fly" :ARTIST "Dixie Chicks" :RATING 11 :RIPPED NIL)) 
;>> ((:TITLE "Roses" :ARTIST "Kathy Mattea" :RATING 7 :RIPPED T)) 
;>> 
;>> "x" 
;>> 12 
;>> 0 
;>>  1: "first line"
;>>  2: "second line"
;>>  3: ""
;>>  4: "last"
;>> 
;>> 28 [first line]
;>> [second line]
;>> []
;>> [lastmore]
;>> [SYM!]
;>> 
;>> NIL 
;>> T 
;>> NIL 
;>> FIRST 

;;;; segments of patterns are matched
; not under: stress ticks: a long program
(require 'common-lisp)
(defconstant fail nil)
(defconstant no-bindings (if (boundp 'no-bindings) (symbol-value 'no-bindings) '((t . t))))
(defun variable-p (x) (and (symbolp x) (equal (char (symbol-name x) 0) #\?)))
(defun get-binding (var bindings) (assoc var bindings))
(defun binding-val (binding) (cdr binding))
(defun lookup (var bindings) (binding-val (get-binding var bindings)))
(defun extend-bindings (var val bindings)
  (cons (cons var val) (if (eq bindings no-bindings) nil bindings)))
(defun match-variable (var input bindings)
  (let ((binding (get-binding var bindings)))
    (cond ((not binding) (extend-bindings var input bindings))
          ((equal input (binding-val binding)) bindings)
          (t fail))))
(defun pat-match (pattern input &optional (bindings no-bindings))
  (cond ((eq bindings fail) fail)
        ((variable-p pattern) (match-variable pattern input bindings))
        ((eql pattern input) bindings)
        ((segment-pattern-p pattern) (segment-matcher pattern input bindings))
        ((single-pattern-p pattern) (single-matcher pattern input bindings))
        ((and (consp pattern) (consp input))
         (pat-match (rest pattern) (rest input) (pat-match (first pattern) (first input) bindings)))
        (t fail)))
(setf (get '?is 'single-match) 'match-is)
(setf (get '?or 'single-match) 'match-or)
(setf (get '?and 'single-match) 'match-and)
(setf (get '?not 'single-match) 'match-not)
(setf (get '?* 'segment-match) 'segment-match)
(setf (get '?+ 'segment-match) 'segment-match+)
(setf (get '?? 'segment-match) 'segment-match?)
(setf (get '?if 'segment-match) 'match-if)
(defun segment-pattern-p (pattern)
  (and (consp pattern) (consp (first pattern)) (symbolp (first (first pattern)))
       (segment-match-fn (first (first pattern)))))
(defun single-pattern-p (pattern) (and (consp pattern) (single-match-fn (first pattern))))
(defun segment-matcher (pattern input bindings)
  (funcall (segment-match-fn (first (first pattern))) pattern input bindings))
(defun single-matcher (pattern input bindings)
  (funcall (single-match-fn (first pattern)) (rest pattern) input bindings))
(defun segment-match-fn (x) (when (symbolp x) (get x 'segment-match)))
(defun single-match-fn (x) (when (symbolp x) (get x 'single-match)))
(defun match-is (var-and-pred input bindings)
  (let* ((var (first var-and-pred)) (pred (second var-and-pred))
         (new-bindings (pat-match var input bindings)))
    (if (or (eq new-bindings fail) (not (funcall pred input))) fail new-bindings)))
(defun match-and (patterns input bindings)
  (cond ((eq bindings fail) fail) ((null patterns) bindings)
        (t (match-and (rest patterns) input (pat-match (first patterns) input bindings)))))
(defun match-or (patterns input bindings)
  (if (null patterns) fail
      (let ((new (pat-match (first patterns) input bindings)))
        (if (eq new fail) (match-or (rest patterns) input bindings) new))))
(defun match-not (patterns input bindings)
  (if (match-or patterns input bindings) fail bindings))
(defun segment-match (pattern input bindings &optional (start 0))
  (let ((var (second (first pattern))) (pat (rest pattern)))
    (if (null pat) (match-variable var input bindings)
        (let ((pos (first-match-pos (first pat) input start)))
          (if (null pos) fail
              (let ((b2 (pat-match pat (subseq input pos) (match-variable var (subseq input 0 pos) bindings))))
                (if (eq b2 fail) (segment-match pattern input bindings (+ pos 1)) b2)))))))
(defun first-match-pos (pat1 input start)
  (cond ((and (atom pat1) (not (variable-p pat1))) (position pat1 input :start start :test #'equal))
        ((<= start (length input)) start)
        (t nil)))
(defun segment-match+ (pattern input bindings) (segment-match pattern input bindings 1))
(defun segment-match? (pattern input bindings)
  (let ((var (second (first pattern))) (pat (rest pattern)))
    (or (pat-match (cons var pat) input bindings) (pat-match pat input bindings))))
(defun match-if (pattern input bindings)
  (and (progv (mapcar #'car bindings) (mapcar #'cdr bindings) (eval (second (first pattern))))
       (pat-match (rest pattern) input bindings)))
(print (pat-match '(x = (?is ?n numberp)) '(x = 34)))
(print (pat-match '(x (?or < = >) y) '(x > y)))
(print (pat-match '(x = (?and (?is ?n numberp) (?is ?n oddp))) '(x = 3)))
(print (pat-match '(a (?* ?x) d) '(a b c d)))
(print (pat-match '(a (?* ?x) (?* ?y) ?x ?y) '(a b c d (b c) (d))))
(print (pat-match '(?x /= (?not ?x)) '(3 /= 4)))
(print (pat-match '(?x ?op ?y is ?z (?if (eql (funcall ?op ?x ?y) ?z))) '(3 + 4 is 7)))
(defparameter *eliza-rules*
  '((((?* ?x) hello (?* ?y)) (How do you do.  Please state your problem.))
    (((?* ?x) I want (?* ?y)) (What would it mean if you got ?y) (Why do you want ?y))
    (((?* ?x) no (?* ?y)) (Why not?) (You are being a bit negative))))
(defun rule-pattern (rule) (first rule))
(defun rule-responses (rule) (rest rule))
(defun use-rules (input)
  (some #'(lambda (rule)
            (let ((result (pat-match (rule-pattern rule) input)))
              (if (not (eq result fail))
                  (sublis (switch-viewpoint result) (first (rule-responses rule))))))
        *eliza-rules*))
(defun switch-viewpoint (words)
  (sublis '((I . you) (you . I) (me . you) (am . are)) words))
(defun flatten (x) (mappend #'mklist x))
(defun mklist (x) (if (listp x) x (list x)))
(defun mappend (fn l) (apply #'append (mapcar fn l)))
(defun read-line-no-punct (string)
  (read-from-string (concatenate 'string "(" (substitute-if #\space #'punctuation-p string) ")")))
(defun punctuation-p (char) (find char ".,;:`!?#-()\\\""))
(defun print-with-spaces (list) (format t "~{~a ~}" list))
(dolist (line '("Hello there, I want help!" "I want a cat." "no."))
  (terpri)
  (print-with-spaces (flatten (use-rules (read-line-no-punct line)))))
(format t "~&~s~%" '(How do you do. Why not?))
(print 'Why)
(print '|Why|)
(terpri)
;>> 
;>> ((?N . 34)) 
;>> ((T . T)) 
;>> ((?N . 3)) 
;>> ((?X B C)) 
;>> ((?Y D) (?X B C)) 
;>> ((?X . 3)) 
;>> ((?Z . 7) (?Y . 4) (?OP . +) (?X . 3)) 
;>> HOW DO YOU DO. PLEASE STATE YOUR PROBLEM. 
;>> WHAT WOULD IT MEAN IF YOU GOT A CAT 
;>> WHY NOT? 
;>> (HOW DO YOU DO. WHY NOT?)
;>> 
;>> WHY 
;>> |Why| 

;;;; shortest paths are found in a graph
; Paths in a graph: breadth first, and the shortest by distance with a queue that is kept in order.
(require 'common-lisp)
(defparameter *roads*
  '((a (b 4) (c 2)) (b (a 4) (c 1) (d 5)) (c (a 2) (b 1) (d 8) (e 10))
    (d (b 5) (c 8) (e 2) (f 6)) (e (c 10) (d 2) (f 3)) (f (d 6) (e 3))))

(defun neighbors (node) (cdr (assoc node *roads*)))

(defun bfs (end queue)
  (if (null queue)
      nil
      (let ((path (car queue)))
        (let ((node (car path)))
          (if (eql node end)
              (reverse path)
              (bfs end (append (cdr queue) (new-paths path node))))))))

(defun new-paths (path node)
  (mapcan #'(lambda (edge)
              (let ((n (car edge)))
                (unless (member n path) (list (cons n path)))))
          (neighbors node)))

(defstruct (route (:constructor new-route (node cost &optional previous))) node cost previous)

(defun route-nodes (route)
  (do ((r route (route-previous r)) (nodes '() (cons (route-node r) nodes)))
      ((null r) nodes)))

(defun shortest (start end)
  (let ((queue (list (new-route start 0))) (done (make-hash-table)))
    (loop until (null queue)
          do (let ((route (pop queue)))
               (cond ((eq (route-node route) end)
                      (return (values (route-nodes route) (route-cost route))))
                     ((not (gethash (route-node route) done))
                      (setf (gethash (route-node route) done) t)
                      (loop for (next distance) in (neighbors (route-node route))
                            unless (gethash next done)
                              do (push (new-route next (+ distance (route-cost route)) route) queue))
                      (setf queue (sort queue #'< :key #'route-cost))))))))

(print (bfs 'f (list (list 'a))))
(multiple-value-bind (nodes cost) (shortest 'a 'f)
  (format t "~&~{~a~^ -> ~} costs ~d~%" nodes cost))
(print (multiple-value-list (shortest 'a 'z)))
;>>
;>> (A B D F) 
;>> A -> C -> B -> D -> E -> F costs 13
;>>
;>> (NIL) 

;;;; small benchmarks give their results
; not under: stress ticks: a long program
(require 'common-lisp)
(defun tak (x y z) (declare (fixnum x y z)) (if (not (< y x)) z (tak (tak (1- x) y z) (tak (1- y) z x) (tak (1- z) x y))))
(print (tak 14 8 4))
(defvar *x*) (defvar *y*) (defvar *z*)
(defun stak (*x* *y* *z*) (stak-aux))
(defun stak-aux ()
  (if (not (< *y* *x*)) *z*
      (let ((*x* (let ((*x* (1- *x*)) (*y* *y*) (*z* *z*)) (stak-aux)))
            (*y* (let ((*x* (1- *y*)) (*y* *z*) (*z* *x*)) (stak-aux)))
            (*z* (let ((*x* (1- *z*)) (*y* *x*) (*z* *y*)) (stak-aux))))
        (stak-aux))))
(print (stak 8 4 2))
(defun ctak (x y z) (catch 'ctak (ctak-aux x y z)))
(defun ctak-aux (x y z)
  (cond ((not (< y x)) (throw 'ctak z))
        (t (ctak-aux (catch 'ctak (ctak-aux (1- x) y z)) (catch 'ctak (ctak-aux (1- y) z x)) (catch 'ctak (ctak-aux (1- z) x y))))))
(print (ctak 8 4 2))
(defun listn (n) (if (not (= 0 n)) (cons n (listn (1- n)))))
(defvar *18l* (listn 9)) (defvar *12l* (listn 6)) (defvar *6l* (listn 3))
(defun mas (x y z) (if (not (shorterp y x)) z (mas (mas (cdr x) y z) (mas (cdr y) z x) (mas (cdr z) x y))))
(defun shorterp (x y) (and y (or (null x) (shorterp (cdr x) (cdr y)))))
(print (mas *18l* *12l* *6l*))
(defun deriv-aux (a) (list '/ (deriv a) a))
(defun deriv (a)
  (cond ((atom a) (cond ((eq a 'x) 1) (t 0)))
        ((eq (car a) '+) (cons '+ (mapcar #'deriv (cdr a))))
        ((eq (car a) '-) (cons '- (mapcar #'deriv (cdr a))))
        ((eq (car a) '*) (list '* a (cons '+ (mapcar #'deriv-aux (cdr a)))))
        ((eq (car a) '/) (list '- (list '/ (deriv (cadr a)) (caddr a)) (list '/ (cadr a) (list '* (caddr a) (caddr a) (deriv (caddr a))))))
        (t 'error)))
(print (deriv '(+ (* 3 x x) (* a x x) (* b x) 5)))
(defun dderiv (a)
  (cond ((atom a) (cond ((eq a 'x) 1) (t 0)))
        (t (let ((f (get (car a) 'dderiv))) (cond (f (funcall f (cdr a))) (t 'error))))))
(defun +dderiv (a) (cons '+ (mapcar 'dderiv a)))
(mapc #'(lambda (op fun) (setf (get op 'dderiv) (symbol-function fun))) '(+) '(+dderiv))
(setf (get '* 'dderiv) #'(lambda (a) (list '* (cons '* a) (cons '+ (mapcar (lambda (y) (list '/ (dderiv y) y)) a)))))
(print (dderiv '(+ (* 3 x) 5)))
(defun create-n (n) (do ((n n (1- n)) (a () (push () a))) ((= n 0) a)))
(defun iterative-div2 (l) (do ((l l (cddr l)) (a () (push (car l) a))) ((null l) a)))
(defun recursive-div2 (l) (cond ((null l) ()) (t (cons (car l) (recursive-div2 (cddr l))))))
(print (list (length (iterative-div2 (create-n 20))) (length (recursive-div2 (create-n 20)))))
(defun destructive (n m)
  (let ((l (do ((i 10 (1- i)) (a () (push () a))) ((= i 0) a))))
    (do ((i n (1- i))) ((= i 0))
      (cond ((null (car l))
             (do ((l l (cdr l))) ((null l)) (or (car l) (rplaca l (cons () ()))) (nconc (car l) (do ((j m (1- j)) (a () (push () a))) ((= j 0) a)))))
            (t (do ((l1 l (cdr l1)) (l2 (cdr l) (cdr l2))) ((null l2))
                 (rplacd (do ((j (floor (length (car l2)) 2) (1- j)) (a (car l2) (cdr a))) ((zerop j) a) (rplaca a i))
                         (let ((n (floor (length (car l1)) 2)))
                           (cond ((= n 0) (rplaca l1 ()) (car l1))
                                 (t (do ((j n (1- j)) (a (car l1) (cdr a))) ((= j 1) (prog1 (cdr a) (rplacd a ()))) (rplaca a i))))))))))
    (mapcar #'length l)))
(print (destructive 60 5))
(defvar *b* (make-array 16 :initial-element 1)) (defvar *a* (make-array 37 :initial-element 0))
(defun fft (areal aimag)
  (prog (ar ai i j k m n le le1 ip nv2 nm1 ur ui wr wi tr ti)
     (setq ar areal ai aimag n (array-dimension ar 0) n (1- n) nv2 (floor n 2) nm1 (1- n) m 0 i 1)
   l1 (cond ((< i n) (setq m (1+ m) i (+ i i)) (go l1)))
     (cond ((not (equal n (expt 2 m))) (princ "array size not a power of two.") (return nil)))
     (setq j 1 i 1)
   l3 (cond ((< i j) (setq tr (aref ar j) ti (aref ai j)) (setf (aref ar j) (aref ar i)) (setf (aref ai j) (aref ai i)) (setf (aref ar i) tr) (setf (aref ai i) ti)))
     (setq k nv2)
   l6 (cond ((< k j) (setq j (- j k) k (/ k 2)) (go l6)))
     (setq j (+ j k) i (1+ i))
     (cond ((< i n) (go l3)))
     (do ((l 1 (1+ l))) ((> l m))
       (setq le (expt 2 l) le1 (floor le 2) ur 1.0 ui 0.0 wr (cos (/ pi (float le1))) wi (sin (/ pi (float le1))))
       (do ((j 1 (1+ j))) ((> j le1))
         (do ((i j (+ i le))) ((> i n))
           (setq ip (+ i le1) tr (- (* (aref ar ip) ur) (* (aref ai ip) ui)) ti (+ (* (aref ar ip) ui) (* (aref ai ip) ur)))
           (setf (aref ar ip) (- (aref ar i) tr)) (setf (aref ai ip) (- (aref ai i) ti))
           (setf (aref ar i) (+ (aref ar i) tr)) (setf (aref ai i) (+ (aref ai i) ti)))
         (setq tr (- (* ur wr) (* ui wi)) ti (+ (* ur wi) (* ui wr)) ur tr ui ti)))
     (return t)))
(let ((re (make-array 17 :initial-element 0.0)) (im (make-array 17 :initial-element 0.0)))
  (loop for i from 1 to 16 do (setf (aref re i) (float i)))
  (print (fft re im))
  (format t "~&~{~,3f ~}~%" (loop for i from 1 to 16 collect (aref re i))))
;; puzzle-like triang
(eval-when (:compile-toplevel :load-toplevel :execute)
  (defvar *board* (make-array 16 :initial-element 1)))
(defvar *sequence* (make-array 14 :initial-element 0))
(defvar *jumps* '((1 2 4) (1 3 6) (2 4 7) (2 5 9) (3 5 8) (3 6 10) (4 2 1) (4 5 6)))
(defun attempt (depth)
  (cond ((= depth 3) 1)
        (t (let ((sum 0))
             (dolist (j *jumps* sum)
               (destructuring-bind (a b c) j
                 (when (and (= 1 (aref *board* a)) (= 1 (aref *board* b)) (= 0 (aref *board* c)))
                   (setf (aref *board* a) 0 (aref *board* b) 0 (aref *board* c) 1)
                   (incf sum (attempt (1+ depth)))
                   (setf (aref *board* a) 1 (aref *board* b) 1 (aref *board* c) 0))))))))
(setf (aref *board* 4) 0 (svref *board* 6) 0)
(print (attempt 0))
(defun browse-match (pat dat alist)
  (cond ((null pat) (null dat)) ((null dat) ())
        ((or (eq (car pat) '?) (eq (car pat) (car dat))) (browse-match (cdr pat) (cdr dat) alist))
        ((eq (car pat) '*) (or (browse-match (cdr pat) dat alist) (browse-match (cdr pat) (cdr dat) alist) (browse-match pat (cdr dat) alist)))
        (t (cond ((atom (car pat))
                  (cond ((eq (char1 (car pat)) #\?)
                         (let ((val (assoc (car pat) alist)))
                           (cond (val (browse-match (cons (cdr val) (cdr pat)) dat alist))
                                 (t (browse-match (cdr pat) (cdr dat) (cons (cons (car pat) (car dat)) alist))))))
                        ((eq (char1 (car pat)) #\*)
                         (let ((val (assoc (car pat) alist)))
                           (cond (val (browse-match (append (cdr val) (cdr pat)) dat alist))
                                 (t (do ((l () (nconc l (cons (if (consp d) (car d) nil) nil))) (e (cons () dat) (cdr e)) (d dat (if (consp d) (cdr d) nil)))
                                        ((or (null e) (not (consp e))) ())
                                      (cond ((browse-match (cdr pat) d (cons (cons (car pat) l) alist)) (return t))))))))))
                 (t (and (not (atom (car dat))) (browse-match (car pat) (car dat) alist) (browse-match (cdr pat) (cdr dat) alist)))))))
(defun char1 (x) (char (symbol-name x) 0))
(print (list (browse-match '(*a ?b *b ?b a *a a *b *a) '(a a a b b b b a a a a a b b a a a) nil) (browse-match '(*a *b *b *a (*a) (*b)) '(a a b b b b a a (a a) (b b b b)) nil)))
(defstruct poly-node parent sons sn entry1)
(let ((n (make-poly-node :sn 3))) (push 1 (poly-node-sons n)) (print (poly-node-sons n)) (incf (poly-node-sn n)) (print n))

(terpri)
;>> 
;>> 5 
;>> 3 
;>> 3 
;>> (6 5 4 3 2 1) 
;>> (+ (* (* 3 X X) (+ (/ 0 3) (/ 1 X) (/ 1 X)))
;>>  (* (* A X X) (+ (/ 0 A) (/ 1 X) (/ 1 X))) (* (* B X) (+ (/ 0 B) (/ 1 X))) 0) 
;>> (+ (* (* 3 X) (+ (/ 0 3) (/ 1 X))) 0) 
;>> (10 10) 
;>> (0 1 1 2 2 2 2 2 2 7) 
;>> T 
;>> 136.000 -8.000 -8.000 -8.000 -8.000 -8.000 -8.000 -8.000 -8.000 -8.000 -8.000 -8.000 -8.000 -8.000 -8.000 -8.000 
;>> 
;>> 0 
;>> (T NIL) 
;>> (1) 
;>> #S(POLY-NODE :PARENT NIL :SONS (1) :SN 4 :ENTRY1 NIL) 

;;;; the dragon curve is a string of turns
; The dragon curve as a string of turns, by folding, and where its ends lie.
(require 'common-lisp)
(defun fold (turns)
  (concatenate 'string turns "R"
               (map 'string #'(lambda (c) (if (char= c #\R) #\L #\R)) (reverse turns))))

(defun dragon (n)
  (do ((i 0 (1+ i)) (s "" (fold s)))
      ((= i n) s)))

(defun end-point (turns)
  (let ((x 1) (y 0) (dx 1) (dy 0))
    (loop for c across turns
          do (ecase c
               (#\R (psetf dx dy dy (- dx)))
               (#\L (psetf dx (- dy) dy dx)))
             (incf x dx)
             (incf y dy))
    (list x y)))

(dotimes (i 5)
  (format t "~d ~s ~a~%" i (dragon i) (end-point (dragon i))))
(format t "~d turns, ~d to the right~%" (length (dragon 8)) (count #\R (dragon 8)))
;>> 0 "" (1 0)
;>> 1 "R" (1 -1)
;>> 2 "RRL" (0 -2)
;>> 3 "RRLRRLL" (-2 -2)
;>> 4 "RRLRRLLRRRLLRLL" (-4 0)
;>> 255 turns, 128 to the right

;;;; the towers of hanoi are moved
; The towers of Hanoi, on stacks that are checked after each move.
(require 'common-lisp)
(defvar *pegs* (make-hash-table))
(defvar *moves* 0)

(defun setup (n)
  (setf (gethash 'a *pegs*) (loop for i from 1 to n collect i)
        (gethash 'b *pegs*) '()
        (gethash 'c *pegs*) '()
        *moves* 0))

(defun move-disk (from to)
  (let ((disk (pop (gethash from *pegs*))))
    (assert (or (null (gethash to *pegs*)) (< disk (first (gethash to *pegs*)))))
    (push disk (gethash to *pegs*))
    (incf *moves*)
    disk))

(defun hanoi (n from to via &optional (trace nil))
  (unless (= n 0)
    (hanoi (1- n) from via to trace)
    (let ((disk (move-disk from to)))
      (when trace (format t "~&Move disk ~d from ~a to ~a." disk from to)))
    (hanoi (1- n) via to from trace)))

(setup 3)
(hanoi 3 'a 'c 'b t)
(setup 10)
(hanoi 10 'a 'c 'b)
(format t "~&~d moves, ~a~%" *moves* (gethash 'c *pegs*))
;>> Move disk 1 from A to C.
;>> Move disk 2 from A to B.
;>> Move disk 1 from C to B.
;>> Move disk 3 from A to C.
;>> Move disk 1 from B to A.
;>> Move disk 2 from B to C.
;>> Move disk 1 from A to C.
;>> 1023 moves, (1 2 3 4 5 6 7 8 9 10)
