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
