; limits: time=0.15 memory=32M

; A list is cut while it is mapped.
(let ((l (list 1 2 3 4))) (map-with (lambda (x) (set-cdr! l nil) x) l)) ;=>

; A list grows while it is mapped.
(let ((l (list 1 2))) (dolist (x l) (set-cdr! (last-pair l) (list x)))) ;!! out-of-time out-of-memory

; A list becomes a circle while it is walked.
(let ((l (list 1 2 3))) (dolist (x l) (set-cdr! (last-pair (list 1)) l) (set-cdr! (cdr l) l))) ;!! out-of-time

; A list becomes improper while it is walked.
(let ((l (list 1 2 3))) (dolist (x l) (set-cdr! (cdr l) 5))) ;??

; A list becomes improper while it is folded.
(let ((l (list 1 2 3))) (fold-left (lambda (a b) (set-cdr! (cdr l) 5) a) 0 l))  ;??

; A list is changed while it is sorted.
(let ((l (list 3 1 2))) (sort l (lambda (a b) (set-car! l 9) (set-cdr! l nil) (< a b)))) ;??

; A list is changed while it is filtered.
(let ((l (list 3 1 2))) (filter (lambda (x) (set-cdr! l 7) t) l))  ;??

; A list is changed while it is searched.
(let ((l (list 3 1 2))) (find-if (lambda (x) (set-cdr! (cdr l) l) nil) l)) ;!! out-of-time

; A list is changed while duplicates are removed.
(let ((l (list 3 1 2))) (set-difference l (list (progn (set-cdr! l 5) 1)))) ;??

; A table grows while it is walked.
(let ((h (list->table '((a 1) (b 2))))) (table-for-each (lambda (k v) (table-set! h (gensym) v)) h) (table-count h)) ;=> 4

; A table shrinks while it is walked.
(let ((h (list->table '((a 1) (b 2) (c 3))))) (table-for-each (lambda (k v) (table-clear! h)) h) (table-count h)) ;=> 0

; A table is changed by the function that updates it.
(let ((h (make-table))) (table-update! h 1 (lambda (x) (table-clear! h) (dotimes (i 100) (table-set! h i i)) 'x) 0) (table-ref h 1)) ;??

; A key is changed after it has been put in.
(let ((h (make-table)) (k (list 1 2))) (table-set! h k 1) (set-car! k 9) (table-set! h k 2) (table-set! h (list 1 2) 3) (table-count h)) ;??

; A key becomes a circle after it has been put in.
(let ((h (make-table)) (k (list 1 2))) (table-set! h k 1) (set-cdr! (cdr k) k) (table-ref h k)) ;??

; A key becomes the table.
(let ((h (make-table)) (k (list 1 2))) (table-set! h k 1) (set-car! k h) (table-ref h k) (table-remove! h k) (table-count h)) ;??

; A table is copied into itself while it is mapped.
(let ((h (list->table '((a 1) (b 2))))) (table-map (lambda (k v) (table-set! h (list k) v) (table-remove! h k) v) h)) ;??

; dotable with changes.
(let ((h (list->table '((a 1) (b 2))))) (dotable (k v h) (table-set! h (list k v) k)) (> (table-count h) 1)) ;=> t

; An array is changed while it is mapped.
(let ((v (vector 1 2 3))) (array-map (lambda (x) (aset v 2 'changed) x) v)) ;??

; An array is filled with itself while it is walked.
(let ((v (vector 1 2 3))) (array-for-each (lambda (x) (fill-array! v v)) v) (= (aref v 0) v))   ;=> t

; A string is changed while it is walked.
; language: scheme
(let ((s (make-string 5 #\a))) (string-for-each (lambda (c) (string-set! s 0 #\λ) (string-set! s 4 #\λ)) s) (string-length s)) ;=> 5

; A string is filled with longer characters while it is mapped.
; language: scheme
(let ((s (make-string 5 #\a))) (string-map (lambda (c) (string-fill! s #\x1F600) c) s)) ;??

; A vector is changed while it is mapped in Scheme.
; language: scheme
(let ((v (vector 1 2 3))) (vector-map (lambda (x) (vector-fill! v 0) x) v)) ;??

; A vector is sorted by a function that fills it.
; language: scheme
(let ((v (vector 3 1 2))) (sort! v (lambda (a b) (vector-fill! v 'x) (if (number? a) #t #f)))) ;??

; A hash table grows while it is walked in Scheme.
; language: scheme
(let ((h (make-equal-hash-table))) (hash-table-set! h 1 1) (hash-table-walk h (lambda (k v) (hash-table-set! h (list k) v))) (hash-table-count h)) ;??

; A list is destroyed while it is mapped in Common Lisp.
; language: common-lisp
(let ((l (list 1 2 3))) (mapcar (lambda (x) (setf (cdr l) nil) x) l)) ;??

; A vector shrinks while it is mapped in Common Lisp.
; language: common-lisp
(let ((v (make-array 5 :fill-pointer 5 :adjustable t :initial-element 1))) (map 'list (lambda (x) (setf (fill-pointer v) 0) x) v)) ;??

; A vector grows while it is mapped in Common Lisp.
; language: common-lisp
(let ((v (make-array 1 :fill-pointer 1 :adjustable t :initial-element 1))) (loop for x across v do (vector-push-extend x v))) ;??

; A hash table grows in maphash.
; language: common-lisp
(let ((h (make-hash-table))) (setf (gethash 1 h) 1) (maphash (lambda (k v) (setf (gethash (list k) h) v)) h) (hash-table-count h)) ;=> 2

; A hash table is cleared in maphash.
; language: common-lisp
(let ((h (make-hash-table))) (dotimes (i 10) (setf (gethash i h) i)) (maphash (lambda (k v) (clrhash h)) h) (hash-table-count h)) ;=> 0

; A list is sorted by a function that cuts it, in Common Lisp.
; language: common-lisp
(let ((l (list 3 1 2))) (sort l (lambda (a b) (setf (cdr l) nil) (< a b)))) ;??

; A place is changed while it is being changed.
; language: common-lisp
(let ((v (vector 1 2 3)) (i 0)) (incf (aref v (incf i)) (progn (setf v (vector)) 1))) ;??

; A board is changed while its children are made.
(let ((b (board 4))) (for-each (lambda (c) (assign! b 0 0 1) (assign! b 0 0 2)) (children b '(0 0)))) ;??

; Weights are reset while a search runs.
(require 'search) (let ((b (board 4))) (find-if (lambda (c) (reset-weights! b) (fade-weights! b 0.5) nil) (children b '(0 0)))) ;=> nil

; A port is closed while it is read.
(let ((p (open-input-string "1 2 3"))) (list (read p) (progn (close-port p) (read p)))) ;!! bad-value

; A port is written to while its text is taken.
(let ((p (open-output-string))) (with-output-to p (display (with-output-to-string (display (get-output-string p) p)))) (get-output-string p)) ;=> ""

; The code of a function is changed while it runs.
(setq code (list 'lambda nil (list 'set-cdr! 'code nil) ''done)) ((eval code)) ;=> done

; A macro changes the form that it is called with.
(defmacro m form (set-cdr! (last-pair form) form) (first form)) (m 1 2 3) ;??

; A function redefines itself while it runs.
(defproc f (n) (if (= n 0) 'end (progn (eval '(defproc f (n) 'new)) (f (- n 1))))) (f 5) ;=> new

; limits: time=0.15 memory=32M

; A builtin becomes another.
(setq car cdr) (car '(1 2)) ;=> (2)

; A builtin becomes a number.
(setq + 5) (+ 1 2) ;??

; A builtin becomes itself again through another name.
(setq old +) (defproc + more (apply old 1 more)) (+ 1 2) ;??

; A builtin calls itself when it is redefined.
; limits: time=1
(defproc length (l) (+ 1 (length (cdr l)))) (length '(1 2 3)) ;!! out-of-memory too-deep wrong-type out-of-time

; A function that the library uses is redefined.
(defproc not (x) (while t)) (defproc map-with (f l) 'mine) (list (remove-if odd? '(1 2 3)) (map-with 1 2)) ;=> ((2) mine)

; An operator is assigned.
(setq if 3) (list if (if nil 1 2)) ;!! not-a-function

; An operator becomes a function.
(defproc if (a b c) a) (if nil 1 2) ;??

; An operator becomes a generic function.
(defmethod if ((x fixnum)) t x) (if nil 1 2) ;??

; An operator becomes a macro.
(defmacro let (x) x) (let 5) ;??

; An operator is a variable.
(let ((if list) (quote 5) (lambda 6)) (if 1 2 3)) ;??

; A macro becomes a function.
(defproc when (a b) (list a b)) (when 1 2) ;=> (1 2)

; A function becomes a macro after it has been compiled into another.
(defproc f (x) (list x)) (defproc g (x) (f x)) (defmacro f (x) 5) (list (g 1) (f 1)) ;??

; A builtin becomes a macro that expands into a call of itself.
(defmacro car (x) (list 'car x)) (car '(1)) ;!! too-complex out-of-time out-of-memory

; A builtin becomes a generic function with methods for everything.
(defmethod + ((a string) (b string)) t (string-append a b)) (+ "a" "b") ;??

; true becomes something.
(setq t nil) t ;??

; nil becomes something.
(setq nil t) nil ;??

; nil is a parameter.
((lambda (nil) nil) 5) ;!! syntax

; A keyword is assigned.
(setq :a 1) ;!! syntax

; A constant of the language is a parameter.
((lambda (t) t) 5) ;??

; The same parameter twice.
((lambda (x x) x) 1 2) ;??

; Everything that is visible is assigned.
(dolist (name '(car cdr cons list append reverse length map-with for-each fold-left sort print display format error throw apply eval)) (eval (list 'setq name name))) (length (append (list 1) (reverse (list 2 3))))  ;=> 3

; Everything that is visible is made useless.
(dolist (name '(car cdr cons append reverse length map-with for-each fold-left sort display format error)) (eval (list 'setq name nil))) (car '(1))  ;!! not-a-function

; A redefinition between two calls of a loop counts at once.
(defproc f () 1) (setq r nil) (dotimes (i 2) (push! (f) r) (eval '(defproc f () 2))) r ;=> (2 1)

; A record's accessor is redefined.
(defrecord point x y) (defproc get-x (p) (point-x p)) (setq p (make-point 1 2)) (defproc point-x (p) 'mine) (get-x p) ;=> mine

; A record is defined again with other fields.
(defrecord point x y) (setq p (make-point 1 2)) (defrecord point z) (point-z p) ;!! wrong-type

; A method is added while the generic function runs.
(defmethod g ((x fixnum)) t (eval '(defmethod g ((x fixnum)) t 'new)) (g x)) (g 1) ;=> new

; A guard adds methods for ever.
(defmethod g ((x fixnum)) (progn (eval '(defmethod g ((x string)) t 1)) (g x)) 1) (g 1) ;!! out-of-memory too-deep out-of-time

; A guard fails.
(defmethod g (x) (car x) 1) (g 1) ;!! wrong-type

; A guard throws.
(defmethod g (x) (throw 'out x) 1) (catch 'out (g 1)) ;=> 1

; A fallback that calls itself.
(defmethod g (x) (g x) 1) (g 1) ;!! out-of-memory too-deep out-of-time

; The error function is redefined to do nothing.
(defproc error more nil) (assert nil) ;??

; Scheme: operators are redefined.
; language: scheme
(define (if a b c) (list a b c)) (if 1 2 3) ;=> (1 2 3)

; Scheme: define becomes a variable.
; language: scheme
(define define 5) (define x 6) ;??

; Scheme: car is redefined under a macro's feet.
; language: scheme
(define-syntax my-or (syntax-rules () ((_ a b) (let ((t a)) (if t t b))))) (define t 5) (let ((if list)) (my-or #f t)) ;=> 5

; Scheme: a syntax definition that redefines itself.
; language: scheme
(define-syntax m (syntax-rules () ((_) (begin (define-syntax m (syntax-rules () ((_) 5))) (m))))) (m) ;??

; Common Lisp: car is redefined.
; language: common-lisp
(defun car (x) x) (car 5) ;??

; Common Lisp: functions of the standard are bound locally.
; language: common-lisp
(flet ((car (x) x)) (car 5)) ;??

; Common Lisp: t is bound.
; language: common-lisp
(let ((t 5)) t) ;??

; Common Lisp: a constant is assigned.
; language: common-lisp
(defconstant +c+ 1) (setf +c+ 2) +c+ ;??

; Common Lisp: a macro named like a function, and the other way round.
; language: common-lisp
(defun f (x) x) (defmacro f (x) `(list ,x)) (defun f (x) (vector x)) (f 1) ;=> #(1)

; Common Lisp: a class that is its own parent.
; language: common-lisp
(defclass a (a) ()) ;??

; Common Lisp: two classes that are each other's parents.
; language: common-lisp
(defclass a () ()) (defclass b (a) ()) (defclass a (b) ()) (make-instance 'a) ;??

; Common Lisp: a class is redefined while there are instances.
; language: common-lisp
(defclass a () ((x :initform 1 :accessor x))) (let ((i (make-instance 'a))) (defclass a () ((y :initform 2))) (x i)) ;??

; Common Lisp: a structure that includes itself.
; language: common-lisp
(defstruct (s (:include s)) a) ;??

; Common Lisp: a type that is defined by itself.
; language: common-lisp
(deftype a () 'a) (typep 1 'a) ;!! too-complex out-of-memory too-deep out-of-time user-error bad-value wrong-type

; Common Lisp: a symbol macro that expands into itself.
; language: common-lisp
(symbol-macrolet ((x x)) x) ;!! too-complex out-of-memory too-deep out-of-time syntax unbound-variable

; Common Lisp: a compiler is asked for nonsense.
; language: common-lisp
(compile nil 5) ;??
