;;;; a closure in a loop leaves live variables
; found: 2026-11-20, a reader of the core's code: registers that were still live were taken for a closure's captures
; not under: stress ticks (a hundred thousand allocations, each with a collection)
(defproc go (x)
  (let ((f nil))
    (let ((z (+ x 1)))
      (let ((y (list x z 3)) (l nil))
        (dotimes (i 100000) (setq f (lambda () z)) (setq l (cons i l)))
        (list (length l) y)))))
(go 1)                                             ;=> (100000 (1 2 3))

;;;; a function without captures finds itself
; found: 2026-11-22, programs written elsewhere: another function's value, silently
; A call by the name of a global writes no closure into the callee's registers: a function that refers to itself must not look for it there.

(setq f (letrec ((loop (lambda (n) (if (= n 0) 'done (loop (- n 1)))))) loop))
(f 3)  ;=> done

; A function in that register was called instead.
(defproc other (a b) 1)
(defproc test () (other 1 (lambda (x) 'wrong)) (let ((y (f 3))) (list y)))
(test)  ;=> (done)

; Not in tail position, as a value, captured by an inner function, passed on, as a default.
(setq sum (letrec ((add (lambda (l) (if (null? l) 0 (+ (first l) (add (rest l))))))) add))
(sum '(1 2 3))  ;=> 6
(setq walk (letrec ((walk (lambda (x) (if (pair? x) (map-with walk x) (* 10 x))))) walk))
(walk '(1 (2 3) 4))  ;=> (10 (20 30) 40)
(setq later (letrec ((count (lambda (n) (if (= n 0) 'end (lambda () (count (- n 1))))))) count))
(((later 2)))  ;=> end
(setq itself (letrec ((me (lambda () me))) me))
(= (itself) itself)  ;=> t
(setq optional (letrec ((g (lambda (n &optional (h g)) (if (= n 0) (= h g) (g (- n 1) h))))) g))
(optional 3)  ;=> t

; A named let whose name is used as a value, and mutual references of which one closure has no captures.
(setq named (let loop ((n 2)) (if (= n 0) loop (loop (- n 1)))))
(named 5)  ;=> #<function loop>
(= (named 1) named)  ;=> t
(setq even (letrec ((even? (lambda (n) (if (= n 0) t (odd? (- n 1)))))
                    (odd? (lambda (n) (if (= n 0) nil (even? (- n 1)))))) even?))
(even 10)  ;=> t

; In a tail call by name, and through a redefinition.
(defproc outer (n) (f n))
(outer 4)  ;=> done
(setq g f)
(setq f (lambda (n) 'another))
(list (g 2) (f 2))  ;=> (done another)

;;;; code relies on what builtins capture
; found: 2026-11-22, random programs on two evaluators: an assignment was lost
; A variable that is assigned lies in the frame as long as no call in its scope might capture the frame: builtins do not. If one is redefined
; afterwards by a function that does, a copy of the frame would have the variable as it was: that is an error and not another value.
(setq k nil)
(defproc before () (let ((x 0)) (string-downcase "abc") (setq x (+ x 1)) x))
(defproc harmless () (string-downcase "abc"))
(before)  ;=> 1
(defproc string-downcase (s) (call/cc (lambda (c) (setq k c) 0)))
(defproc after () (let ((x 0)) (string-downcase "abc") (setq x (+ x 1)) x))
(before)  ;!! bad-continuation string-downcase was a function that captures nothing
(harmless)  ;=> 0
(after)  ;=> 1
(setq n 0)
(setq seen nil)
(progn (setq seen (cons (after) seen)) (setq n (+ n 1)) (if (< n 4) (k 0) seen))  ;=> (4 3 2 1)

;;;; assigned variables outlive a re entry
; found: 2026-11-20, the corpus of the language, as it was written
(let ((n 0) (k nil))
  (call/cc (lambda (c) (setq k c)))
  (setq n (+ n 1))
  (if (< n 3) (k nil) n))                            ;=> 3
(defproc count-solutions (choices)
  (let ((count 0) (again nil))
    (let ((x (call/cc (lambda (k) (setq again k) (first choices)))))
      (setq count (+ count 1))
      (setq choices (rest choices))
      (if choices (again (first choices)) (list count x)))))
(count-solutions '(a b c))                           ;=> (3 c)

;;;; letrec functions see later ones
; found: 2026-11-20, a reader of the core's code: a function saw an empty variable
(letrec ((a (let ((n 0)) (lambda () (b)))) (b (lambda () 42))) (a))         ;=> 42
(letrec ((a (list (lambda () (b)))) (b (lambda () 7))) ((first a)))         ;=> 7
(letrec ((a (lambda () (b))) (b (lambda () (setq a 5) a))) (a))             ;=> 5

;;;; recursive bindings are assigned together
; found: 2026-11-26, comparison with Guile: a continuation that came back to a letrec found some of its variables as they were left
(require 'scheme)
(let ((k #f)) (letrec ((x (call/cc (lambda (c) (set! k c) 0))) (y (call/cc (lambda (c) (set! k c) 0)))) (if k (let ((c k)) (set! k #f) (set! x 1) (set! y 1) (c 0)) (+ x y))))  ;=> 0
(let ((k #f)) (letrec* ((x (call/cc (lambda (c) (set! k c) 0))) (y (call/cc (lambda (c) (set! k c) 0)))) (if k (let ((c k)) (set! k #f) (set! x 1) (set! y 1) (c 0)) (+ x y))))  ;=> 1
(let ((k #f) (n 0)) (letrec ((y (lambda () x)) (x (call/cc (lambda (c) (set! k c) 0)))) (set! n (+ n 1)) (let ((r (procedure? y))) (set! y n) (if (< n 3) (k 5) (list r y x)))))  ;=> (t 3 5)
; A definition assigns its variable, which functions that were made before see; a let binds a new one.
(define (after bind) (bind '()))
(define (by-define fs) (define k #f) (define x (call/cc (lambda (c) (set! k c) 0))) (set! fs (cons (lambda () x) fs)) (if (null? (cdr fs)) (k 5) (map (lambda (f) (f)) fs)))
(define (by-let fs) (let* ((k #f) (x (call/cc (lambda (c) (set! k c) 0)))) (set! fs (cons (lambda () x) fs)) (if (null? (cdr fs)) (k 5) (map (lambda (f) (f)) fs))))
(list (after by-define) (after by-let))                          ;=> ((5 5) (5 0))
(letrec* ((a 1) (b (+ a 1)) (f (lambda () (* a b)))) (set! a 10) (f))  ;=> 20

;;;; the default of a parameter is one value
; found: 2026-11-23, random programs in Common Lisp: all values of a default were the value of the parameter, and of
; what a `let` or `catch` returns that of a variable
(require 'common-lisp)
(multiple-value-list ((lambda (a &optional (b (values 1 2))) b) 1))           ;=> (1)
(defun two () (values 1 2))
(defun f (a &optional (b (two)) (c (two) given)) b)
(multiple-value-list (f 1))                                                   ;=> (1)
(defun g (a &optional (b (two)) (c (two) given)) (lambda () (setq b (list b)) c))
(multiple-value-list (funcall (g 1)))                                         ;=> (1)
(defun h (a &key (b (two))) b)
(multiple-value-list (h 1))                                                   ;=> (1)
(list (f 1 5) (h 1 :b 5))                                                     ;=> (5 5)
(multiple-value-list (let ((b (let ((c 1)) (list c) (two)))) b))               ;=> (1)
(multiple-value-list (let ((b (catch 'x (two)))) b))                          ;=> (1)
(multiple-value-list (let ((b (let ((c (list 1))) c (two)))) (list b)))       ;=> ((1))

;;;; a variable that holds a builtin is a variable
; found: 2026-11-22, random programs on two evaluators: an assignment had no effect on functions compiled before it: 5 for 6
; A call of a builtin by its own name is compiled in place. A variable of the program that holds one for now is called by its value.
(setq op +)
(defproc apply-op (a b) (op a b))
(apply-op 2 3)                          ;=> 5
(setq op *)
(apply-op 2 3)                          ;=> 6
(setq part first)
(defproc parts (l) (map-with part l))
(setq op2 cons)
(defproc folded (l) (fold-right op2 nil l))
(list (parts '((1 2) (3 4))) (folded '(1 2)))  ;=> ((1 3) (1 2))
(setq part rest)
(setq op2 list)
(list (parts '((1 2) (3 4))) (folded '(1 2)))  ;=> (((2) (4)) (1 (2 nil)))
; Likewise parts of a call that would be one instruction with it.
(setq over /)
(defproc below (a b) (floor (over a b)))
(below 7 2)                             ;=> 3
(setq over *)
(below 7 2)                             ;=> 14
(setq coordinates list)
(defproc at (a i) (get-array-element a (coordinates i)))
(at (vector 1 2 3) 1)                   ;=> 2
(defproc coordinates (i) (list (+ i 1)))
(at (vector 1 2 3) 1)                   ;=> 3
; A callee in the scope of an assigned variable may come to capture the frame.
(setq measure string-length)
(setq k nil)
(defproc counted () (let ((x 0)) (measure "abc") (setq x (+ x 1)) x))
(counted)                               ;=> 1
(setq measure (lambda (s) (call/cc (lambda (c) (setq k c) 0))))
(setq n 0)
(setq seen nil)
(progn (setq seen (cons (counted) seen)) (setq n (+ n 1)) (if (< n 3) (k 0) seen))  ;=> (3 2 1)

;;;; a method keeps what an unused function did
; found: 2026-11-22, random programs on two evaluators: a method on a function of the library lost what the function did
(defmethod filter () t 'none)  ;=> filter
(filter)                       ;=> none
(filter odd? '(1 2 3))         ;=> (1 3)
(defmethod max-by ((a number)) t 'number)
(list (max-by 1) (max-by - '(3 1 2)))  ;=> (number 1)

;;;; a module required after use means its names
; found: 2026-11-26, by measuring and by use: a name used before its module was required was said to be undefined, and
; a module that was required took over the functions by which another one calls itself
;; file: first.lisp
(defproc helper () 1)
(defproc first-use () (helper))
(setq level 10)
;; file: second.lisp
(defproc helper () 2)
(defproc second-use () (helper))
(defproc set-level! (n) (setq level n))
(setq level 20)
;; file: third.lisp
(defproc third-use () (fourth-use))
(require 'fourth)
;; file: fourth.lisp
(defproc fourth-use () 4)
;; main
(defproc early () (list (second-use) level))
(defproc early-set () (setq level 30))
(defproc early-third () (third-use))
(require 'first)
(list (first-use) level) ;=> (1 10)
(setq read-level (lambda () level))
(require 'second)
; The functions of the first go on with what is theirs, and so does what has been compiled while its names meant that.
(list (first-use) (second-use) (helper)) ;=> (1 2 2)
(early) ;=> (2 10)
(early-set) ;=> 30
(list level (read-level) (early)) ;=> (20 30 (2 30))
(set-level! 40) ;=> 40
(list level (read-level) (early)) ;=> (40 30 (2 30))
(require 'third)
(early-third) ;=> 4
; warns: ambiguous-name

;;;; a name that was a function becomes a macro
; found: 2026-11-23, random programs in Scheme: a function in the first column that has a name of the library could not
; be followed by a macro of that name
(require 'scheme)
(define (square x) (list x))                                ;=> square
(square 3)                                                  ;=> (3)
(define-syntax square (syntax-rules () ((_ x) 'a-macro)))   ;=> square
(square 3)                                                  ;=> a-macro
(define (square x) (list x x))                              ;=> square
(square 3)                                                  ;=> (3 3)
