; found: 2026-11-26, random models beside all assignments: `if` took no third operand
(require 'constraints)

(defproc solutions (post)
  (let* ((s (make-store)) (x (variable s -2 3)) (y (variable s 0 3)))
    (post s x y)
    (sort-by (lambda (found) (+ (* 10 (first found)) (second found)))
             (map-with (lambda (found) (values-of found (list x y))) (find-solutions s 100)))))
(defproc all (holds?)
  (let ((found nil))
    (dolist (x '(-2 -1 0 1 2 3))
      (dolist (y '(0 1 2 3)) (when (holds? x y) (push! (list x y) found))))
    (reverse found)))

(equal? (solutions (lambda (s x y) (post! s (if (< x 1) (= y 2) (= (+ x y) 3)))))
        (all (lambda (x y) (if (< x 1) (= y 2) (= (+ x y) 3)))))              ;=> t
(equal? (solutions (lambda (s x y) (post! s (not (if (< x y) (= x 0) (> y 1))))))
        (all (lambda (x y) (not (if (< x y) (= x 0) (> y 1))))))              ;=> t
(equal? (solutions (lambda (s x y) (post! s (iff (= y 1) (if (= x 0) (< y 2) (> y 2))))))
        (all (lambda (x y) (= (= y 1) (if (= x 0) (< y 2) (> y 2))))))        ;=> t
; The condition may be one of the same kind, and what has no value does not hold.
(equal? (solutions (lambda (s x y) (post! s (if (if (= y 0) (> x 0) (= (quotient x y) 0)) (< x 2) (= y 3)))))
        (all (lambda (x y) (if (if (= y 0) (> x 0) (= (quotient x y) 0)) (< x 2) (= y 3)))))  ;=> t
(equal? (solutions (lambda (s x y) (post! s (if (= (modulo x y) 0) (= x 2) (= y 0)))))
        (all (lambda (x y) (if (and (/= y 0) (= (modulo x y) 0)) (= x 2) (= y 0)))))  ;=> t
(solutions (lambda (s x y) (post! s (if (< x 1) (= y 2) 5))))                 ;!! bad-value
