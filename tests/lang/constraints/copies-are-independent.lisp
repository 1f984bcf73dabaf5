; A step is made on a copy; what is posted to a copy concerns only it.

(require 'constraints)
(setq s (make-store))
(setq xs (variables s 3 1 3))
(all-different! s xs)
(setq a (assign s (first xs) 1))
(values-of a xs)                            ;=> (1 nil nil)
(values-of s xs)                            ;=> (nil nil nil)
(candidates a (second xs))                  ;=> (2 3)
(setq b (duplicate s))
(post! b (> (first xs) (second xs) (third xs)))
(values-of (propagate-fixpoint b) xs)       ;=> (3 2 1)
(count-solutions s)                         ;=> 6
(setq own (variable b 7 8))
(candidates s own)                          ;!! bad-value another one
(setq mine (variable s 1 9))                ; with the same number
(= own mine)                                ;=> nil
(candidates b mine)                         ;!! bad-value another one
(candidates b own)                          ;=> (7 8)
(candidates (duplicate s) mine)             ;=> (1 2 3 4 5 6 7 8 9)
(candidates (assign s mine 4) mine)         ;=> (4)
(candidates a mine)                         ;!! bad-value another one
(assign a (second xs) 1)                    ;=> nil
(map-with (lambda (c) (values-of c xs)) (children a (second xs)))  ;=> ((1 2 3) (1 3 2))
(eliminate a (second xs) 3 :level 'naked)   ;=> #<store 3 variables>
(assign a (second xs))                      ;!! argument-count
(assign a '(0 0) 1)                         ;!! wrong-type
(assign a (second xs) 'b)                   ;!! wrong-type
(assign a (second xs) 2 :depth 3)           ;!! argument-count
