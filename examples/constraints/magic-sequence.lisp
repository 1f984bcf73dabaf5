; Magic sequences: the number at place i, from 0 on, tells how often i occurs in the sequence (CSPLib 19, P. Van Hentenryck).
;
;   klammer run examples/constraints/magic-sequence.lisp
;
; Model: a global cardinality whose counts are the sequence itself; redundant, but strong: the numbers times their places add up to the length. Heuristic:
; the default. Result: one solution for each length from 7 on.

(require 'constraints)

(defproc magic-sequence (n)
  (let* ((s (make-store)) (xs (variables s n 0 (- n 1))))
    (global-cardinality! s xs (iota n) xs)
    (post! s (= (dot (iota n) xs) n))
    (list s xs)))

(print (map-with (lambda (n) (count-solutions (first (magic-sequence n)))) (iota 7 4)))
(let ((twenty (magic-sequence 20)))
  (print (values-of (solve (first twenty)) (second twenty))))
;>> (2 1 0 1 1 1 1)
;>> (16 2 1 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0 0 0)
