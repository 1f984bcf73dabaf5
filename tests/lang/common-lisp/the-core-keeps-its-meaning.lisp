(require 'common-lisp)
(member '(1) '((1)))                  ;=> nil
;; file: core.lisp
(defproc core-member (x l) (list (member x l) (equal? '(1) '(1)) (floor 7 2)))
;; main
(require 'core)
(core-member '(1) '((1)))             ;=> (((1)) t 3)
* ;=> (((1)) t 3)
(+ 1 2) ;=> 3
(* * 10) ;=> 30
