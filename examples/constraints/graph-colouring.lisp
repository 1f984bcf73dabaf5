; Colouring a graph with as few colours as possible: Mycielski's graph without triangles, for which four are needed (Grötzsch, 1959).
;
;   klammer run examples/constraints/graph-colouring.lisp
;
; Model: a colour for each node, different ones at the ends of each edge; the greatest colour is to be least. Symmetry: a node has at most the colour that
; comes after those of the nodes before it. Heuristic: fewest values, then most neighbours (Brélaz, 1979).

(require 'constraints)

(setq *edges*
  '((0 1) (1 2) (2 3) (3 4) (4 0) (5 1) (5 4) (6 0) (6 2) (7 1) (7 3) (8 2) (8 4) (9 3) (9 0) (10 5) (10 6) (10 7)
    (10 8) (10 9)))
(setq *store* (make-store))
(setq *colours* (set-name! *store* 'colour (map-with (lambda (i) (variable *store* 1 (+ i 1))) (iota 11))))
(dolist (edge *edges*)
  (post! *store* (/= (nth (first edge) *colours*) (nth (second edge) *colours*))))
(setq *most* (set-name! *store* 'most (expression! *store* (apply max *colours*))))

(defproc choose-cell (s)
  (most-constrained s :tie 'degree))

(let ((best (minimize *store* *most*)))
  (print (list (value best *most*) 'colours: (values-of best *colours*))))
;>> (4 colours: (1 2 1 2 3 1 2 1 2 3 4))
