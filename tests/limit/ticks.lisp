;;;; a circular list does not hang a native
; limits: ticks=20000 memory=8M
(setq l (list 1 2 3))
(set-cdr! (rest (rest l)) l)
(reverse l)                      ;!! out-of-ticks
(member? 9 l)                    ;!! out-of-ticks
(remove 1 l)                     ;!! out-of-ticks
(last l)                         ;!! out-of-ticks
(map-with identity l)            ;!! out-of-ticks
(for-each identity l)            ;!! out-of-ticks
(fold-left + 0 l)                ;!! out-of-ticks
(every? number? l)               ;!! out-of-ticks
(zip l l)                        ;!! out-of-ticks
(group-by identity l)            ;!! out-of-ticks
(dolist (x l) x)                 ;!! out-of-ticks
(apply + l)                      ;!! wrong-type

;;;; a throw through many cleanups takes ticks
; limits: ticks=1000000
(defproc nest (n leave) (if (= n 0) (leave) (unwind-protect (nest (- n 1) leave) (setq left (+ left 1)))))
(setq left 0)
(catch 'out (nest 20000 (lambda () (throw 'out 'value))))                   ;=> value
left                                                                        ;=> 20000
(condition-message (catch (quote error) (nest 20000 (lambda () (error "thrown"))))) ;=> "thrown"
left ;=> 40000
(nest 20000 (lambda () (throw 'nowhere 1)))                                 ;!! uncaught-throw
left                                                                        ;=> 60000

;;;; common lisp equalp of strings pays
; found: 2026-11-26, by strings without end
; limits: ticks=40000
(require 'common-lisp)
(defvar *a* (make-string 100000 :initial-element #\a))
(defvar *b* (make-string 100000 :initial-element #\A))
(dotimes (i 4) (equalp *a* *b*))                                ;!! out-of-ticks

;;;; entering continuations takes ticks
; limits: ticks=2000
(let ((k nil)) (call/cc (lambda (c) (setq k c))) (k nil))   ;!! out-of-ticks
(let ((k nil)) (unwind-protect (call/cc (lambda (c) (setq k c))) nil) (k nil))   ;!! out-of-ticks
(call/cc (lambda (k) 1))         ;=> 1

;;;; integers have a largest size
; limits: bits=1000
(integer-length (expt 2 900))    ;=> 901
(expt 2 1001)                    ;!! integer-too-large
(catch nil (expt 3 100000))      ;!! integer-too-large
(arithmetic-shift 1 5000)        ;!! integer-too-large
(let ((x 2)) (dotimes (i 100 x) (setq x (* x x))))   ;!! integer-too-large
(/ 1 (expt 7 2000))              ;!! integer-too-large

;;;; json of a long string is paid for
; found: 2026-11-22, by calls of every function with huge arguments
; limits: ticks=140000 memory=64M
(require 'json)
(length (setq s (make-string 2000000 #\x)))  ;=> 2000000
(length (json-encode s))                     ;=> 2000002
(json-encode (list s s s))                   ;!! out-of-ticks
(length (json-encode "short"))               ;=> 7

;;;; natives pay for long work
; limits: ticks=5000
(length (iota 1000))             ;=> 1000
(iota 100000)                    ;!! out-of-ticks
(string-length (string-repeat "a" 1000))   ;=> 1000
(let ((l (iota 2000))) (dotimes (i 1000) (reverse l)))           ;!! out-of-ticks
(let ((l (iota 2000))) (dotimes (i 1000) (member? -1 l)))        ;!! out-of-ticks
(let ((l (iota 2000)) (m (iota 2000))) (dotimes (i 1000) (= l m)))   ;!! out-of-ticks
(let ((x (expt 3 2000))) (dotimes (i 4000) (* x x)))             ;!! out-of-ticks

;;;; propagation is paid for
; limits: ticks=300000 memory=16M
(require 'constraints)
(setq s (make-store))
(setq x (variable s 0 100000000000))
(setq y (variable s 0 100000000000))
(post! s (< x y))
(count-candidates s x)           ;=> 100000000001
(candidates s x)                 ;!! out-of-memory
(variables s 100000000000 0 1)   ;!! out-of-memory
(post! s (< y x))
(solve s)                        ;!! out-of-ticks
(propagate-fixpoint s)           ;!! out-of-ticks

;;;; names and paths have a greatest length
; limits: memory=67108864
(symbol? (string->symbol (make-string 65536 #\a)))               ;=> t
(string->symbol (make-string 65537 #\a))                         ;!! bad-value the name of a symbol has at most 65536 bytes, this one would have 65537
(string->keyword (make-string 65537 #\a))                        ;!! bad-value the name of a symbol
(symbol-append (string->symbol (make-string 40000 #\a)) (string->symbol (make-string 40000 #\b)))   ;!! bad-value the name of a symbol
(gensym (make-string 65537 #\a))                                 ;!! bad-value the name of a symbol
(read (make-string 65537 #\a))                                   ;!! bad-value the name of a symbol
(file-exists? (make-string 4096 #\a))                            ;=> nil
(file-exists? (make-string 4097 #\a))                            ;!! file file-exists?: a path has at most 4096 bytes, this one has 4097
(read-file (make-string 10000000 #\a))                           ;!! file read-file: a path has at most 4096 bytes
(load (make-string 10000000 #\a))                                ;!! file load: a path has at most 4096 bytes
(require (string->symbol (make-string 5000 #\a)))                ;!! file require: a path has at most 4096 bytes
(write-file (make-string 5000 #\a) "text")                       ;!! file write-file: a path has at most 4096 bytes
(open-output-file (make-string 5000 #\a))                        ;!! file open-output-file: a path has at most 4096 bytes
; A program has all of its message, people have its beginning and its end.
(string-length (catch-and-apply 'error (lambda (tag c) (condition-message c)) (error (make-string 5000 #\a))))   ;=> 5000
(error (make-string 5000 #\a))                                   ;!! user-error ... (3500 characters left out) ...

;;;; common lisp sets take ticks with their length
; found: 2026-11-27, by instructions for each element
; limits: ticks=40000
(require 'common-lisp)
(defvar *a* (loop for i below 1000 collect i))
(defvar *b* (loop for i below 1000 collect (+ i 500)))
(length (union *a* *b* :test #'=))                    ;=> 1500
(length (set-exclusive-or *a* *b* :test 'equal))      ;=> 1000
(length (set-exclusive-or *a* *b* :test #'=))         ;=> 1000
(defvar *s* (mapcar #'princ-to-string *a*))
(length (union *s* '("5" "x") :test #'string-equal))  ;=> 1001
(length (set-exclusive-or '(#\a #\b) '(#\B #\c) :test #'char-equal))  ;=> 2
(length (remove-duplicates (append *s* *s*) :test #'string-equal))    ;=> 1000
(length (remove-duplicates (append *a* *b*) :test #'=)) ;=> 1500
(length (nsubst 'x 3 (copy-list *a*)))                ;=> 1000
(subsetp *a* *b* :test #'=)                           ;=> nil
; Another test is called once for each pair at most.
(union *a* *b* :test (lambda (x y) (= x y)))          ;!! out-of-ticks

;;;; methods take ticks for the dispatchers that are made again
; found: 2026-11-27, by reading the loops of the machine
; limits: ticks=1000000
(dotimes (i 1000) (eval `(defmethod f (x) (= x ,i) ,i)))  ;!! out-of-ticks

;;;; names of a macro take ticks where they are looked through
; found: 2026-11-27, by reading the loops of the compiler: lists of pattern variables and literals were walked for each name
; limits: ticks=33000
(require 'scheme)
(define names (map (lambda (i) (string->symbol (string-append "n" (number->string i)))) (iota 4000)))
(define (rules literals pattern template) (eval (list 'define-syntax 'm (list 'syntax-rules literals (list (cons '_ pattern) template)))))
(rules '() names (list 'quote names))
(length (eval (cons 'm names)))                      ;!! out-of-ticks
(rules names names 1)
(eval (cons 'm names))                               ;!! out-of-ticks
(rules '() '() (list 'quote names))
(length (eval '(m)))                                 ;!! out-of-ticks
(define few (list-head names 500))
(rules '() few (list 'quote few))
(length (eval (cons 'm few)))                        ;=> 500

;;;; tags take ticks where they are looked through
; found: 2026-11-27, by reading the loops of the compiler
; limits: ticks=250000
(require 'common-lisp)
(progn (eval `(lambda () (tagbody ,@(loop for i below 8000 collect i collect '(go 5))))) nil)   ;!! out-of-ticks
(progn (eval `(lambda () (tagbody ,@(loop for i below 400 collect i collect '(go 5))))) nil)    ;=> nil

;;;; packages take ticks for the names in their lists
; found: 2026-11-27, by reading the loops of the dialects
; limits: ticks=60000
(require 'common-lisp)
(make-package "MANY")
(defvar *names* (loop for i below 3000 collect (gensym)))
(dolist (name *names*) (shadow name "MANY"))         ;!! out-of-ticks
(dolist (name '(a b c)) (shadow name "MANY"))        ;=> nil

;;;; an iteration from one branch to the other has its tick
; limits: ticks=20000
; found: 2026-11-27, by a reader of the code: a loop that went on from both branches of its choice had no ticks at all,
; and nothing ended it
(let loop ((x 0)) (if (= x 0) (loop 1) (loop 0)))          ;!! out-of-ticks
(defproc swap (x) (if (= x 0) (swap 1) (swap 0)))
(swap 0)                                                   ;!! out-of-ticks
(defproc turns (n)
  (letrec ((f (lambda (x) (if (= x 0) (g 1) (g 0)))) (g (lambda (x) (if (= x 0) (f 1) (f 0)))))
    (if (> n 0) (f 0) (g 0))))
(turns 1)                                                  ;!! out-of-ticks

;;;; counting digits of an array is charged
; found: 2026-11-27, by reading: 800 million elements were visited for a few ticks
; limits: ticks=2000000
(let ((a (make-array 8000000 nil))) (dotimes (i 100) (count-digits a)))   ;!! out-of-ticks

;;;; a tick limit ends bindings at any nesting
; limits: ticks=1000000
(defproc capturing (f) (+ 0 (call/cc f)))
(require 'common-lisp)
(defvar *x* 1)
(defvar *y* 'outer)
(defun x () *x*)
(defun bound (n) (let ((*x* n)) (if (= n 0) (loop) (+ 1 (bound (- n 1))))))
(defun optional (&optional (*x* 8)) (loop))
(defun pile (l) (let ((*x* l)) (pile (cons 1 l)) 1))
(defun deep (n) (let ((*x* n)) (+ 1 (deep (+ n 1)))))
(defmacro expanded () (let ((*x* 9)) (loop)))
(defun seen () (format nil "~a ~a ~a" *x* (x) *y*))
(let ((*x* 2)) (loop))
  ;!! out-of-ticks
(seen)   ;=> "1 1 OUTER"
(let ((*x* 2) (*y* 3)) (loop))
  ;!! out-of-ticks
(seen)   ;=> "1 1 OUTER"
(let* ((*x* 2) (*y* *x*)) (loop))
  ;!! out-of-ticks
(seen)   ;=> "1 1 OUTER"
(let ((*x* 2)) (let ((*y* 3)) (setq *x* 4) (let ((*x* 5)) (loop))))
  ;!! out-of-ticks
(seen)   ;=> "1 1 OUTER"
(let ((*x* 2)) (declare (special local)) (let ((local 1)) (let ((*y* local)) (loop))))
  ;!! out-of-ticks
(seen)   ;=> "1 1 OUTER"
(progn (bound 0))
  ;!! out-of-ticks
(seen)   ;=> "1 1 OUTER"
(bound 200)
  ;!! out-of-ticks
(seen)   ;=> "1 1 OUTER"
(optional)
  ;!! out-of-ticks
(seen)   ;=> "1 1 OUTER"
(deep 0)
  ;!! out-of-ticks
(seen)   ;=> "1 1 OUTER"
(let ((*x* 2)) (unwind-protect (let ((*x* 3)) (loop)) (setq *y* 'cleanup)))
  ;!! out-of-ticks
(seen)   ;=> "1 1 OUTER"
(let ((*x* 2)) (unwind-protect (let ((*x* 3)) 4) (loop)))
  ;!! out-of-ticks
(seen)   ;=> "1 1 OUTER"
(let ((*x* 2)) (handler-case (let ((*x* 3)) (loop)) (error () 1)))
  ;!! out-of-ticks
(seen)   ;=> "1 1 OUTER"
(let ((*x* 2)) (handler-bind ((error (lambda (c) (let ((*x* 3)) (loop))))) (error "asked")))
  ;!! out-of-ticks
(seen)   ;=> "1 1 OUTER"
(let ((*x* 2)) (block b (mapcar (lambda (i) (let ((*x* i)) (if (= i 3) (loop) (return-from b i)))) '(3))))
  ;!! out-of-ticks
(seen)   ;=> "1 1 OUTER"
; Each line is one run that waits for another.
(let ((*x* 2)) (eval '(let ((*y* 3)) (loop))))
  ;!! out-of-ticks
(seen)   ;=> "1 1 OUTER"
(let ((*x* 2)) (eval '(let ((*x* 3)) (expanded))))
  ;!! out-of-ticks
(seen)   ;=> "1 1 OUTER"
(let ((*x* 2)) (sort (list 3 1 2) (lambda (a b) (let ((*y* a)) (loop)))))
  ;!! out-of-ticks
(seen)   ;=> "1 1 OUTER"
; A continuation's frames are no exception.
(defun captured () (let ((*x* 2)) (capturing (lambda (k) (let ((*y* 3)) (loop)))) 1))
(let ((*x* 3)) (+ 1 (captured)))
  ;!! out-of-ticks
(seen)   ;=> "1 1 OUTER"
; Assignments outside of bindings persist.
(let ((*x* 2)) (setq *y* 'set) (setq *x* 3) (unwind-protect (loop) (setq *y* 'cleanup)))
  ;!! out-of-ticks
(seen)   ;=> "1 1 SET"
