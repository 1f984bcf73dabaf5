; The store refuses constraints that make no sense, and stays usable.

(require 'constraints)
(setq s (make-store))
(setq x (variable s 0 9))
(variable s 2 1)                            ;!! bad-value greater than
(variable s 0 (expt 2 62))                  ;!! wrong-type
(variable s 'a 1)                           ;!! wrong-type
(variable 5 0 1)                            ;!! wrong-type store must be a store
(value s 5)                                 ;!! wrong-type a variable
(value s (let ((other (make-store))) (last (variables other 9 0 1))))  ;!! bad-value value: variable must belong to this store
(post! s x)                                 ;!! bad-value a condition
(post! s (+ x 1))                           ;!! bad-value a condition
(post! s (= x "a"))                         ;!! wrong-type
(post! s (= (quotient x 2 3) 1))            ;!! bad-value quotient with 3
(demand! s '(sqrt 4))                       ;!! bad-value sqrt
(post! s (= (* 1000000000000 1000000000000 x) 1))  ;!! bad-value 60 bits
(all-different! s (list x 'a))              ;!! wrong-type
(all-different! s x)                        ;!! wrong-type
(all-different! s (list x x) 'most)         ;!! wrong-type value, bounds and domain
(all-different! s (cons x 5))               ;!! wrong-type
(element! s nil x x)                        ;!! bad-value at least one
(table! s (list x) '((1 2)))                ;!! bad-value equally long
(table! s (list x) '(1 2))                  ;!! wrong-type
(regular! s (list x) '((0 1)) 0 '(0))       ;!! wrong-type next state
(regular! s (list x) '((0 1 -1)) 0 '(0))    ;!! wrong-type state
(regular! s (list x x) '((0 1 4000000000)) 0 '(0))  ;!! bad-value too many states
(global-cardinality! s (list x) '(1) nil)   ;!! bad-value equally long
(lex-less! s (list x) nil)                  ;!! bad-value equally long
(cumulative! s (list x) '(1) '(-1) 5)       ;!! bad-value negative
(cumulative! s (list x) '(1) '(1) -5)       ;!! bad-value negative
(no-overlap! s (list x) '(1 2))             ;!! bad-value equally long
(propagator! s (list x) 5)                  ;!! wrong-type
(propagator! s (list x) (lambda (s) s) 'sometimes)  ;!! wrong-type fixed, bounds and any
(minimize s 5)                              ;!! wrong-type
(count-solutions s)                         ;=> 10
