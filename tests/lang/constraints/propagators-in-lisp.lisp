; A constraint can be a function: it runs after the native ones, when its variables change, and under the same limits.

(require 'constraints)
(setq runs 0)
(setq s (make-store))
(setq xs (variables s 3 0 9))
(defproc sorted (s)
  (inc! runs)
  (for-each (lambda (a b) (at-least! s b (lower s a)) (at-most! s a (upper s b))) xs (rest xs)))
(propagator! s xs sorted 'bounds)
(post! s (= (apply + xs) 3))
(count-solutions s)                         ;=> 3
(> runs 3)                                  ;=> t
(map-with (lambda (found) (values-of found xs)) (find-solutions s 9))  ;=> ((0 0 3) (0 1 2) (1 1 1))
; It is not asked when nothing that it waits for happens.
(setq calls 0)
(setq s (make-store))
(setq x (variable s 0 9))
(propagator! s (list x) (lambda (s) (inc! calls)) 'fixed)
(propagate-fixpoint s)
(eliminate! s x 5)
(propagate-fixpoint s)
calls                                       ;=> 1
(assign! s x 3)
(propagate-fixpoint s)
calls                                       ;=> 2
; An error in it is an error of the search.
(setq s (make-store))
(setq x (variable s 0 9))
(propagator! s (list x) (lambda (s) (car 5)))
(solve s)                                   ;!! wrong-type car
; A step of a program's own goes as far as one of a search.
(setq s (make-store))
(setq xs (variables s 3 0 2))
(propagator! s xs (lambda (s) (dolist (x xs) (when (value s x) (dolist (y xs) (unless (= x y) (eliminate! s y (value s x))))))))
(values-of (assign (assign s (first xs) 2) (second xs) 0) xs)         ;=> (2 0 1)
(assign (assign s (first xs) 2) (second xs) 2)                        ;=> nil
(map-with (lambda (s) (candidates s (third xs))) (children s (first xs)))  ;=> ((1 2) (0 2) (0 1))
; One that finds a contradiction.
(setq s (make-store))
(setq x (variable s 0 9))
(propagator! s (list x) (lambda (s) (when (value s x) (eliminate! s x (value s x)))) 'fixed)
(solve s)                                   ;=> nil
