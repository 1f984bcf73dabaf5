; Langford's problem: two of each number from 1 to n in a row, so that k numbers lie between the two k (CSPLib 24).
;
;   klammer run examples/constraints/langford.lisp
;
; Model: the place of the first k; the second is k + 1 places on; all places differ. Symmetry: the first 1 lies in the left half. Heuristic: the default.
; Result: there are solutions only if n or n + 1 is a multiple of 4.

(require 'constraints)

(defproc langford (n)
  (let* ((s (make-store)) (firsts (variables s n 0 (- (* 2 n) 1))))
    (let ((seconds (map-with (lambda (x k) (expression! s (+ x k 1))) firsts (iota n 1))))
      (dolist (x seconds) (post! s (< x (* 2 n))))
      (all-different! s (append firsts seconds))
      (post! s (<= (* 2 (first firsts)) (- (* 2 n) 3))))
    s))

(print (map-with (lambda (n) (count-solutions (langford n))) '(3 4 5 6 7)))
;>> (1 1 0 0 26)
