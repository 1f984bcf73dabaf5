; The social golfers: so many golfers play in groups, week after week, and no two of them meet twice (CSPLib 10). Here nine in threes, four weeks.
;
;   klammer run examples/constraints/social-golfers.lisp
;
; Model: the group of each golfer in each week; groups are full, and of each two golfers at most one week has them together. Symmetry: the first
; week is given, and in the others the first three golfers are apart, in order. Heuristic: golfer after golfer, week after week. Result: an
; affine plane; in four weeks everybody has played with everybody.

(require 'constraints)

(setq *store* (make-store))
(setq *weeks* (set-name! *store* 'group (map-with (lambda (week) (variables *store* 9 0 2)) (iota 4))))

(dolist (week *weeks*)
  (global-cardinality! *store* week '(0 1 2) '(3 3 3)))
(dotimes (a 9)
  (dotimes (b a)
    (post-condition! *store*
      (list '<= (cons '+ (map-with (lambda (week) (list '= (nth a week) (nth b week))) *weeks*)) 1))))
(for-each (lambda (x golfer) (post! *store* (= x (quotient golfer 3)))) (first *weeks*) (iota 9))
(dolist (week (rest *weeks*))
  (for-each (lambda (x golfer) (post! *store* (= x golfer))) (take 3 week) (iota 3)))

(defproc choose-cell (s)
  (find-if (lambda (x) (null? (value s x))) (apply append *weeks*)))

(let ((solution (solve *store*)))
  (dolist (week *weeks*)
    (let ((groups (values-of solution week)))
      (print (map-with (lambda (group) (filter (lambda (golfer) (= (nth golfer groups) group)) (iota 9))) (iota 3))))))
;>> ((0 1 2) (3 4 5) (6 7 8))
;>> ((0 3 6) (1 4 7) (2 5 8))
;>> ((0 5 7) (1 3 8) (2 4 6))
;>> ((0 4 8) (1 5 6) (2 3 7))
