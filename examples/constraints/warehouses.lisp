; Warehouses: which to open, and which one supplies each shop, so that all of it costs least (CSPLib 34, P. Van Hentenryck).
;
;   klammer run examples/constraints/warehouses.lisp
;
; Model: the warehouse of each shop and what that costs, an element of the shop's row; how many shops each warehouse has is a cardinality, within its
; capacity; it costs 30 if it has one. Heuristic: the shop that loses most if it does not get its cheapest warehouse (regret), the cheapest
; first. Result: the best, and the proof; fewest values first needs 160 nodes.

(require 'constraints)

(setq *capacities* '(1 4 2 1 3))
(setq *costs* '((20 24 11 25 30) (28 27 82 83 74) (74 97 71 96 70) (2 55 73 69 61) (46 96 59 83 4)
                (42 22 29 67 59) (1 5 73 59 56) (10 73 13 43 96) (93 35 63 85 46) (47 65 55 71 95)))
(setq *store* (make-store))
(setq *suppliers* (set-name! *store* 'supplier (variables *store* 10 0 4)))
(setq *loads* (set-name! *store* 'load (map-with (lambda (most) (variable *store* 0 most)) *capacities*)))
(setq *paid* (set-name! *store* 'paid (variables *store* 10 0 100)))

(global-cardinality! *store* *suppliers* (iota 5) *loads*)
(for-each (lambda (costs supplier paid) (element! *store* costs supplier paid)) *costs* *suppliers* *paid*)
(setq *total*
  (make-expression! *store* `(+ ,@*paid* ,@(map-with (lambda (load) `(* 30 (> ,load 0))) *loads*))))
(set-name! *store* 'total *total*)
(branch-on! *store* *suppliers*)

(defproc costs-of (s shop)
  "What is still possible, the least first."
  (sort (map-with (lambda (w) (nth w (nth shop *costs*))) (candidates s (nth shop *suppliers*))) <))

(defproc choose-cell (s)
  (let ((open (filter (lambda (shop) (null? (value s (nth shop *suppliers*)))) (iota 10))))
    (if open
      (nth (max-by (lambda (shop) (let ((costs (costs-of s shop))) (- (second costs) (first costs)))) open) *suppliers*)
      (most-constrained s))))

(defproc order-values (s x)
  (let ((costs (nth (or (find-index (lambda (y) (= x y)) *suppliers*) 0) *costs*)))
    (if (member? x *suppliers*)
      (sort (candidates s x) (lambda (a b) (< (nth a costs) (nth b costs))))
      (candidates s x))))

(let ((best (minimize *store* *total*)))
  (print (list 'cost: (value best *total*) 'suppliers: (values-of best *suppliers*)))
  (print (assoc 'nodes (search-statistics))))
;>> (cost: 383 suppliers: (4 1 4 0 4 1 1 2 1 2))
;>> (nodes 36)
