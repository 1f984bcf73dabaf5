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
