;;;; a function of a module evaluates names in its module
;; file: library.lisp
(setq state 0)
(defproc next () (setq state (+ state 1)))
(defproc reset () (setq state 0))
;; main
(setq state 'of-the-script)
(require 'library)
(next)                                 ;=> 1
(next)                                 ;=> 2
state                                  ;=> 2
(setq state 10)
(next)                                 ;=> 11

;;;; a library s redefinition of a core name is imported
;; file: strange.lisp
(defproc reverse (l) (list 'strange l))
(defproc use-reverse (l) (reverse l))
;; main
(defproc before (l) (reverse l))
(before '(1 2))                        ;=> (2 1)
(require 'strange)
(reverse '(1 2))                       ;=> (strange (1 2))
(use-reverse '(1 2))                   ;=> (strange (1 2))
(before '(1 2))                        ;=> (strange (1 2))

;;;; a method added by the script is seen by the library
;; file: library.lisp
(defmethod describe (x) t (list 'something x))
(defproc describe-all (l) (map-with describe l))
;; main
(require 'library)
(describe-all '(1 a))                  ;=> ((something 1) (something a))
(defmethod describe ((x symbol)) t (list 'symbol x))
(describe-all '(1 a))                  ;=> ((something 1) (symbol a))

;;;; a missing file or module is an error that can be caught
(load "missing.lisp")                  ;!! file @38:1 load: cannot read missing.lisp
(require 'missing)                     ;!! file @39:1 require: there is no module missing
(condition-code (catch 'error (require 'missing)))   ;=> file
(load 5)                               ;!! wrong-type
(require)                              ;!! argument-count

;;;; a module is loaded once
;; file: noisy.lisp
(print 'loading)
(defproc f () 1)
;; file: other.lisp
(require 'noisy)
(defproc g () (f))
;; main
(require 'noisy)
;>> loading
(require 'noisy)
(require 'other)
(list (f) (g))                         ;=> (1 1)

;;;; a module that provides its own name provides all that it defines
;; file: util.lisp
(provide 'util)
(defproc helper (x) (* 2 x))
(defproc %private () 1)
;; file: own.lisp
(provide 'own)
(defproc own () 'own)
(defproc hidden () 1)
;; main
(require 'util)
(helper 3)               ;=> 6
(%private)               ;!! unbound-variable
(require 'own)
(own)                    ;=> own
(hidden)                 ;!! unbound-variable

;;;; a redefined core function is seen by the code that follows
; not under: ticks the program gives + another meaning, by which the test would check the engine

(defproc first (l) (list 'my-first l))
(first '(1 2))                                       ;=> (my-first (1 2))
(defproc f (l) (first l))
(f '(1 2))                                           ;=> (my-first (1 2))
(map-with (lambda (x) (+ x 1)) '(1 2))               ;=> (2 3)
(defproc + (a b) (list 'plus a b))
(+ 1 2)                                              ;=> (plus 1 2)
(let ((+ *)) (+ 3 4))                                ;=> 12
(dotimes (i 3 i))                                    ;=> 3
(sort '(2 1) <)                                      ;=> (1 2)

;;;; a redefined function is seen by the code before it unless the compiler had built it in
; The compiler inlines a function with an instruction of its own (arithmetic, first, rest ...) into code that it compiles while the function has its first meaning.
(defproc uses-reverse (l) (reverse l))
(defproc uses-first (l) (first l))
(list (uses-reverse '(1 2)) (uses-first '(1 2)))     ;=> ((2 1) 1)
(setq reverse (lambda (l) 'new))
(setq first (lambda (l) 'new))
(list (uses-reverse '(1 2)) (uses-first '(1 2)))     ;=> (new 1)
(defproc uses-first (l) (first l))
(uses-first '(1 2))                                  ;=> new

;;;; an error in a module has its place there
;; file: broken.lisp
(defproc f () (first 5))
(f)
;; file: unclosed.lisp
(defproc g ()
  (list 1)
;; main
(require 'broken)                      ;!! wrong-type @broken.lisp:102:15
(load "unclosed.lisp")                 ;!! unclosed @unclosed.lisp:105:1
(require 'broken)                      ;!! wrong-type @broken.lisp:102:15
(+ 1 2)                                ;=> 3

;;;; importing shares the cell
;; file: solver.lisp
(defproc find-choices (x) (list 'simple x))
(defproc solve (x) (find-choices x))
;; main
(require 'solver)
(solve 1)                              ;=> (simple 1)
(defproc find-choices (x) (list 'better x))
(solve 1)                              ;=> (better 1)
(setq find-choices (lambda (x) 'assigned))
(solve 1)                              ;=> assigned

;;;; load evaluates in the current module
;; file: definitions.lisp
(setq from-file (list 'outer x))
(defproc f () (list x from-file))
'last-value
;; main
(setq x 5)
(load "definitions.lisp")              ;=> last-value
(f)                                    ;=> (5 (outer 5))
(setq x 6)
(f)                                    ;=> (6 (outer 5))

;;;; modules are searched in the module path
;; file: path/far.lisp
(defproc far () 'far)
;; file: near.lisp
(defproc near () 'beside-the-script)
;; file: path/near.lisp
(defproc near () 'in-the-path)
;; main
(require 'far)
(far)                                  ;=> far
(require 'near)
(near)                                 ;=> beside-the-script

;;;; modules do not see the script s names
;; file: library.lisp
(defproc peek () script-variable)
;; main
(setq script-variable 1)
(require 'library)
(peek)                                 ;!! unbound-variable
script-variable                        ;=> 1

;;;; modules that require each other are an error
;; file: hen.lisp
(require 'egg)
;; file: egg.lisp
(require 'hen)
;; main
(require 'hen)                         ;!! file hen is being loaded already

;;;; names of files are relative to the loading file
;; file: lib/a.lisp
(load "b.lisp")
(require 'c)
(defproc a () (list 'a (b) (c)))
;; file: lib/b.lisp
(defproc b () 'b)
;; file: lib/c.lisp
(defproc c () 'c)
;; main
(load "lib/a.lisp")
(a)                                    ;=> (a b c)
(load "b.lisp")                        ;!! file
(b)                                    ;=> b

;;;; provide chooses what is imported
;; file: library.lisp
(provide 'public)
(defproc public () (hidden))
(defproc hidden () 'from-inside)
;; main
(require 'library)
(public)                               ;=> from-inside
(hidden)                               ;!! unbound-variable
(setq hidden 5)
(public)                               ;=> from-inside

;;;; redefining a core name changes the own module only
;; file: library.lisp
(defproc last-of (l) (first (reverse l)))
;; main
(require 'library)
(defproc reverse (l) 'mine)
(reverse '(1 2))                       ;=> mine
(last-of '(1 2 3))                     ;=> 3
(defproc length (l) 'mine)
(length '(1 2))                        ;=> mine
(map-with identity '(1 2))             ;=> (1 2)

;;;; require imports what a module defines
;; file: shapes.lisp
(setq unit 'cm)
(defproc area (a b) (* a b))
(defmacro with-area ((name a b) &body body) `(let ((,name (area ,a ,b))) ,@body))
;; main
(require 'shapes)                      ;=> shapes
(area 3 4)                             ;=> 12
unit                                   ;=> cm
(with-area (x 2 5) (list x unit))      ;=> (10 cm)
(require "shapes")
(area 1 1)                             ;=> 1

;;;; what a module imports is not passed on
;; file: base.lisp
(defproc base () 'base)
;; file: middle.lisp
(require 'base)
(defproc middle () (list (base)))
;; main
(require 'middle)
(middle)                               ;=> (base)
(base)                                 ;!! unbound-variable
(require 'base)
(base)                                 ;=> base
