; The knapsack: what to take along, so that it is worth most and not too heavy (CSPLib 133).
;
;   klammer run examples/constraints/knapsack.lisp
;
; Model: how many of each thing; weight and worth are linear. Heuristic: the things that are worth most for their weight first, as many as possible of
; them first. Result: the greedy choice is the first solution, each further one is better, and the last is proved the best.

(require 'constraints)

(setq *things* '((gold 31 75) (silver 19 41) (copper 11 20) (tin 7 12) (lead 5 8)))
(setq *store* (make-store))
(setq *counts* (variables *store* 5 0 9))
(for-each (lambda (x thing) (set-name! *store* (first thing) x)) *counts* *things*)
(setq *worth* (set-name! *store* 'worth (expression! *store* (dot (map-with third *things*) *counts*))))
(post! *store* (<= (dot (map-with second *things*) *counts*) 107))

(defproc choose-cell (s)
  (find-if (lambda (x) (null? (value s x))) *counts*))

(defproc order-values (s x)
  (reverse (candidates s x)))

(maximize *store* *worth*
  :found (lambda (solution) (print (list (value solution *worth*) (values-of solution *counts*)))))
;>> (245 (3 0 1 0 0))
;>> (249 (3 0 0 2 0))
