; Steiner triples: of n points, triples of which each two have at most one point in common, as many as possible (CSPLib 44). Here seven: the Fano plane.
;
;   klammer run examples/constraints/steiner-triples.lisp
;
; Model: the incidence matrix, a variable for each triple and point; each triple has three points, each two triples share at most one. Symmetry: rows
; and columns are in lexicographic order. Heuristic: the first open cell. Result: one solution, the Fano plane.

(require 'constraints)

(defproc choose-cell (s)
  (most-constrained s))

(let* ((s (make-store)) (triples (map-with (lambda (i) (variables s 7 0 1)) (iota 7))))
  (dolist (t1 triples)
    (post! s (= (apply + t1) 3))
    (dolist (t2 triples)
      (unless (= t1 t2)
        (post! s (<= (apply + (map-with (lambda (a b) (list '* a b)) t1 t2)) 1)))))
  (for-each (lambda (a b) (lex-less! s b a)) triples (rest triples))
  (let ((columns (apply map-with list triples)))
    (for-each (lambda (a b) (lex-less-equal! s b a)) columns (rest columns)))
  (print (count-solutions s))
  (let ((solution (solve s)))
    (dolist (triple triples) (print (values-of solution triple)))))
;>> 1
;>> (1 1 1 0 0 0 0)
;>> (1 0 0 1 1 0 0)
;>> (1 0 0 0 0 1 1)
;>> (0 1 0 1 0 1 0)
;>> (0 1 0 0 1 0 1)
;>> (0 0 1 1 0 0 1)
;>> (0 0 1 0 1 1 0)
