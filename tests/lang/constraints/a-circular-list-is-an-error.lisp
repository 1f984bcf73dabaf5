; A list that leads back to where it has been is refused wherever a list of variables or an expression stands.

(require 'constraints)
(setq s (make-store))
(setq xs (variables s 3 0 2))
(setq circle (list* (first xs) (rest xs)))
(set-cdr! (cddr circle) circle)
(all-different! s circle)                   ;!! wrong-type
(demand! s circle)                          ;!! wrong-type
(post! s (= (apply + circle) 1))            ;!! wrong-type
(setq nested (list '+ 1 2))
(set-car! (rest nested) nested)
(demand! s nested)                          ;!! bad-value
(setq tree '(+ 1 1))
(dotimes (i 24) (setq tree (list '+ tree tree)))
(demand! s tree)                            ;!! bad-value too many parts
(count-solutions s)                         ;=> 27
