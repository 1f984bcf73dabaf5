; Golomb rulers: marks on a ruler no two of which have the same distance; the shortest ruler for so many marks (CSPLib 6).
;
;   klammer run examples/constraints/golomb-ruler.lisp
;
; Model: positions of the marks, ascending; all distances at least 1, and all different by bounds. Symmetry: the first distance is less than the last. Heuristic: marks from
; the left, least positions first. Result: branch and bound finds and proves the shortest.

(require 'constraints)

(setq *marks* nil)

(defproc choose-cell (s)
  (find-if (lambda (x) (null? (value s x))) *marks*))

(defproc golomb (count)
  (let* ((s (make-store)) (marks (set-name! s 'mark (variables s count 0 (* count count)))) (distances nil))
    (setq *marks* marks)
    (post! s (= (first marks) 0) (apply < marks))
    (for-each-pair (lambda (a b) (push! (expression! s (- b a)) distances)) marks)
    (dolist (distance distances) (post! s (>= distance 1)))
    (all-different! s distances 'bounds)
    (post! s (< (- (second marks) (first marks)) (- (last marks) (nth (- count 2) marks))))
    (values-of (minimize s (last marks)) marks)))

(defproc for-each-pair (f list)
  (do ((l list (rest l))) ((null? l))
    (dolist (b (rest l)) (f (first l) b))))

(print (golomb 6))
(print (golomb 7))
;>> (0 1 4 10 12 17)
;>> (0 1 4 10 18 23 25)
