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
