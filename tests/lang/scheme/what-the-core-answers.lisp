; Results of the core's functions have the same meaning in Scheme as in the core: false, nothing in particular, or a list that may be empty.
(require 'scheme)
(define b (board 4))
(list (solved? b) (settled? b '(0 0)) (contradiction? b) (board? 1))       ;=> (#f #f #f #f)
(list (board? (assign b 0 0 1)) (assign (assign b 0 0 1) 0 1 1) (propagate-constraint (assign b 0 0 1) '((0 1) 1)))   ;=> (t #f #f)
(list (bivalue-cells b) (most-constrained b) (fewest-places (assign b 0 0 1)))  ;=> (nil (0 0) (1 ((1 2) (1 3))))
(list (find-index even? '(1)) (assoc-if even? '((1 2))) (max-by - '()) (sorted? '(2 1) <) (subset? '(1) '(2)) (digit-set? 'a))   ;=> (#f #f #f #f #f #f)
(list (group-by even? '(1 2)) (take-while even? '(1)) (remove-duplicates '()) (list-tail '(1) 1) (digits))   ;=> (((#f 1) (t 2)) nil nil nil nil)
(let ((h (make-table))) (list (table-ref h 1) (table-ref h 1 '()) (table-update! h 1 not) (table-has? h 2) (table-keys (make-table))))   ;=> (#f nil t #f nil)
(let ((f (memoize (lambda (x) (> x 1))))) (list (f 1) (f 1) (f 2)))        ;=> (#f #f t)
(list (ignore-errors (car 5)) (with-budget (:nodes 0) (assign b 0 0 1)) (with-budget (:nodes 9 :else 'out) 'in))   ;=> (#f #f in)
(let ((n 0)) (until (> n 2) (set! n (+ n 1))) (while (> n 0) (set! n (- n 1))) n)   ;=> 0
(list (array-map not (vector #f '() 1)) (list-tabulate 2 (lambda (i) (if (= i 0) #f '()))) (sort-by abs '(-2 1)))   ;=> (#(t #f #f) (#f nil) (1 -2))
(let ((x 1)) (list (every? (lambda (y) (set! x y) #f) '(2 3)) x))          ;=> (#f 2)
; A #f that gets into the core is false there.
(defmethod sign (n) (< n 0) 'negative)
(defmethod sign (n) #t 'other)
(list (sign -1) (sign 1))                                                  ;=> (negative other)
(list (type-of #f) (type-of '()))                                          ;=> (boolean null)
; Modules in the language of the core have its truth: what comes from here is false there if it is #f or empty, and what nil they return is the empty list.
(require 'plain)
(list (choose #f) (choose '()) (choose 0) (first-even '(1)) (first-even '(2)) (count-true (lambda (x) (> x 1)) '(1 2 3)))   ;=> (false false true nil 2 2)
;; file: plain.lisp
(defproc choose (x) (if x 'true 'false))
(defproc first-even (l) (find-if even? l))
(defproc count-true (f l) (count-if f l))
