; All-interval series: the twelve tones, or n numbers, in a row whose steps all differ, too (CSPLib 7).
;
;   klammer run examples/constraints/all-interval.lisp
;
; Model: the series and its steps, which are absolute differences, both all different. Symmetry: the first is less than the last. Heuristic: the default.

(require 'constraints)

(defproc series (n)
  (let* ((s (make-store)) (xs (variables s n 0 (- n 1))))
    (branch-on! s xs)
    (all-different! s xs)
    (all-different! s (map-with (lambda (a b) (expression! s (abs (- a b)))) xs (rest xs)))
    (post! s (>= (abs (- (first xs) (second xs))) 1) (< (first xs) (last xs)))
    (list s xs)))

(print (map-with (lambda (n) (count-solutions (first (series n)))) '(4 5 6 7)))
(let ((twelve (series 12)))
  (print (values-of (solve (first twelve)) (second twelve))))
;>> (2 4 12 16)
;>> (0 11 1 10 2 9 3 8 4 7 5 6)
