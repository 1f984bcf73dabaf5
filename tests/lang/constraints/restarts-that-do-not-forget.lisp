; No-goods: what a run has refuted, no later run tries.

(require 'constraints)
(setq s (make-store))
(setq xs (variables s 3 0 2))
(nogood! s xs '(0 1 2))
(count-solutions s)                           ;=> 26
(nogood! s (list (first xs) (first xs)) '(1 1))
(count-solutions s)                           ;=> 17
(nogood! s (list (first xs) 5) '(2 5))        ; an integer has its value always
(map-with (lambda (found) (value found (first xs))) (find-solutions s 2))  ;=> (0 0)
(count-solutions s)                           ;=> 8
(nogood! (duplicate s) nil nil)               ;=> #<store 4 variables>
(solve (nogood! (duplicate s) nil nil))       ;=> nil
(nogood! s xs '(1))                           ;!! bad-value equally long
(nogood! s xs '(1 2 a))                       ;!! wrong-type values must have an integer between -1152921504606846975 and 1152921504606846975 as element 3, got a

; Five pigeons in four holes: refuted in runs of one node and more.
(defproc pigeons (count holes)
  (let ((s (make-store)))
    (all-different! s (variables s count 1 holes) 'value)))
(solve-with-nogoods (pigeons 5 4) 1)          ;=> nil
(solved? (solve-with-nogoods (pigeons 4 4) 1))   ;=> t
(solve-with-nogoods (pigeons 4 3) 3 :most 1)   ;=> nil

; All solutions, one after the other: none is taken away by what was refuted.
(defproc all-by-nogoods (s xs)
  (let loop ((found nil))
    (let ((next (solve-with-nogoods s 1)))
      (if next
        (let ((values (values-of next xs)))
          (nogood! s xs values)
          (loop (cons values found)))
        (reverse found)))))
(setq queens (make-store))
(setq rows (variables queens 6 0 5))
(decide-on! queens rows)
(all-different! queens rows)
(all-different! queens (map-with (lambda (x i) (expression! queens (+ x i))) rows (iota 6)))
(all-different! queens (map-with (lambda (x i) (expression! queens (- x i))) rows (iota 6)))
(all-by-nogoods queens rows)                 ;=> ((1 3 5 0 2 4) (2 5 1 4 0 3) (3 0 4 1 5 2) (4 2 0 5 3 1))

; A search of the program's own: its choices, what it watches, its propagators.
(setq *tried* 0)
(defproc on-search-event (event s x digit) (inc! *tried*))
(setq t1 (make-store))
(setq ys (variables t1 4 0 3))
(all-different! t1 ys 'value)
(propagator! t1 ys (lambda (s) (when (= (value s (first ys)) 0) (eliminate! s (second ys) 1))))
(defproc choose-cell (s) (find-if (lambda (x) (null? (value s x))) ys))
(defproc order-values (s x) (candidates s x))
(values-of (solve-with-nogoods t1 2) ys)      ;=> (0 2 1 3)
(> *tried* 3)                                 ;=> t
