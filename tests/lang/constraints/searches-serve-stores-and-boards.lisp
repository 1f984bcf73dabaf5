; The functions of search.lisp work on stores as on boards: heuristics, budgets, restarts, statistics, weights.

(require 'constraints)
(defproc queens (n)
  (let* ((s (make-store)) (q (variables s n 0 (- n 1))))
    (decide-on! s q)
    (all-different! s q)
    (all-different! s (map-with (lambda (x i) (expression! s (+ x i))) q (iota n)))
    (all-different! s (map-with (lambda (x i) (expression! s (- x i))) q (iota n)))))
(setq s (queens 5))
(count-solutions s)                         ;=> 10
(count-solutions s 2)                       ;=> 2
(unique? s)                                 ;=> nil
(solved? (solve s))                         ;=> t
(solved? s)                                 ;=> nil
(let ((next (solutions s))) (list (store? (next)) (store? (next))))  ;=> (t t)
(length (find-with-restarts s 20 8))        ;=> 10
(with-budget (:nodes 3 :else (quote out)) (count-solutions s))  ;=> out
(progn (reset-search-statistics) (solve s) (> (second (assoc 'nodes (search-statistics))) 0))  ;=> t
(progn (random-seed! 1) (store? (assign s (most-constrained s :tie 'random) 2)))  ;=> t
(= (most-constrained s :tie 'weight) (first (best-cells s)))  ;=> t
(weight s (first (best-cells s)))           ;=> 1.0
(increment-weight! s (third (best-cells s)) 4)  ;=> 5.0
(= (most-constrained s :tie 'weight) (third (best-cells s)) (min-dom/wdeg-cell s))  ;=> t
(progn (fade-weights! s 0.5) (weight s (third (best-cells s))))  ;=> 3.0
(progn (reset-weights! s) (weight s (third (best-cells s))))     ;=> 1.0
(degree s (first (best-cells s)))           ;=> 6
(contradiction? s)                          ;=> nil
(settled? s (first (best-cells s)))         ;=> nil
(count-candidates s (first (best-cells s))) ;=> 5
(most-constrained (solve s))                ;=> nil
(defproc choose-cell (s) (last (best-cells s)))
(defproc order-values (s x) (reverse (candidates s x)))
(count-solutions s)                         ;=> 10
