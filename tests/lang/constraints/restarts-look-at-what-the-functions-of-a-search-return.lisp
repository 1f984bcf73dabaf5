; The library checks the results of a program's own choose-cell and order-values where restarts record nogoods, too:
; the error names the function, not the library's own use of its value.

(require 'constraints)
(setq s (make-store))
(setq xs (variables s 3 0 1))

(defproc order-values (s x) 1)
(solve-with-nogoods s 1)                        ;!! wrong-type what order-values returns
(defproc order-values (s x) '(1 0))
(defproc choose-cell (s) 'nowhere)
(solve-with-nogoods s 1)                        ;!! wrong-type what choose-cell returns
(defproc choose-cell (s) (find-if (lambda (x) (null? (value s x))) xs))
(values-of (solve-with-nogoods s 1) xs)         ;=> (1 1 1)
(defproc order-values (s x) (candidates s x))
(defproc choose-cell (s) (first xs))            ; which has a value already after the first step
(solve-with-nogoods s 1)                        ;!! user-error choose-cell must return what is still open
(solve s)                                       ;!! user-error choose-cell must return what is still open
(minimize s (first xs))                         ;!! user-error choose-cell must return what is still open
