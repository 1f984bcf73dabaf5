; Car sequencing: cars of several classes on one line; of so many cars in a row, a station can build its option into only a few (CSPLib 1,
; M. Dincbas and others, 1988).
;
;   klammer run examples/constraints/car-sequencing.lisp
;
; Model: the class of each car, and for each option whether a car has it, an element of the option's list; the sum of each window. Heuristic: car
; after car, the class with the most options first, because it is hard to place later. Result: the six orders that there are.

(require 'constraints)

; For each option: of so many cars at most so many; and which classes have it.
(setq *options* '((1 2 (1 0 0 0 1 1)) (2 3 (0 0 1 1 0 1)) (1 3 (1 0 0 0 1 0)) (2 5 (1 1 0 1 0 0)) (1 5 (0 0 1 0 0 0))))
(setq *demands* '(1 1 2 2 2 2))
(setq *store* (make-store))
(setq *cars* (set-name! *store* 'car (variables *store* 10 0 5)))

(defproc windows (list size)
  (map-with (lambda (i) (take size (drop i list))) (iota (- (length list) size -1))))

(global-cardinality! *store* *cars* (iota 6) *demands*)
(dolist (option *options*)
  (let ((has (variables *store* 10 0 1)))
    (for-each (lambda (car x) (element! *store* (third option) car x)) *cars* has)
    (dolist (window (windows has (second option)))
      (post! *store* (<= (apply + window) (first option))))))
(branch-on! *store* *cars*)

(defproc difficulty (class)
  (count-if (lambda (option) (= (nth class (third option)) 1)) *options*))

(defproc choose-cell (s)
  (find-if (lambda (x) (null? (value s x))) *cars*))

(defproc order-values (s x)
  (sort (candidates s x) (lambda (a b) (> (difficulty a) (difficulty b)))))

(print (values-of (solve *store*) *cars*))
(print (list (count-solutions *store*) 'orders))
;>> (0 2 5 1 4 3 2 4 3 5)
;>> (6 orders)
