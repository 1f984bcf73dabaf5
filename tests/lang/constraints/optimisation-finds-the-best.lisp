; Branch and bound: each solution is better than the one before, the last is the best; a budget leaves the best so far.

(require 'constraints)
(setq s (make-store))
(setq xs (variables s 3 0 5))
(setq cost (expression! s (+ (* 3 (first xs)) (* 2 (second xs)) (third xs))))
(post! s (>= (apply + xs) 9) (all-distinct? nil))  ;!! unbound-variable
(post! s (>= (apply + xs) 9))
(all-different! s xs)
(value (minimize s cost) cost)              ;=> 13
(value (maximize s cost) cost)              ;=> 26
(value (maximize s (third xs)) (third xs))  ;=> 5
(let ((found nil)) (maximize s cost :found (lambda (better) (push! (value better cost) found))) (apply > found))  ;=> t
(store? (minimize s cost :nodes 4))         ;=> t
(minimize s cost :nodes 0)                  ;=> nil
(post! s (< (apply + xs) 9))
(minimize s cost)                           ;=> nil
(value (minimize s cost) cost)              ;!! wrong-type
