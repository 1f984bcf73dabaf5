; Every function that takes variables refuses those of another store, although this one has variables of the same number.

(require 'constraints)
(setq s (make-store))
(setq xs (variables s 3 0 9))
(setq x (first xs))
(setq other (make-store))
(setq ys (variables other 3 0 9))
(setq y (first ys))
(list x y)                                         ;=> (#<variable 0> #<variable 0>)
(= x y)                                            ;=> nil
(= x (first xs))                                   ;=> t

; Conditions
(post! s (= y 3))                                  ;!! bad-value post!: condition must belong to this store, but #<variable 0> is a variable of another one
(post! s (or (= x 1) (= (* 2 (abs y)) 1)))         ;!! bad-value post!: condition must belong to this store
(post! s (= (apply + ys) 3))                       ;!! bad-value post!: condition must belong to this store
(post! s (= (dot '(1 2 3) ys) 3))                  ;!! bad-value post!: condition must belong to this store
(demand! s (list '= 1 y))                          ;!! bad-value demand!: condition must belong to this store
(expression! s (+ x y))                            ;!! bad-value expression!: expression must belong to this store
(express! s y)                                     ;!! bad-value express!: expression must belong to this store

; Constraints
(all-different! s ys)                              ;!! bad-value all-different!: variables must belong to this store
(all-different-sum! s (list x y) 9)                ;!! bad-value all-different-sum!: variables must belong to this store
(element! s (list x y) x x)                        ;!! bad-value element!: list must belong to this store
(element! s xs y x)                                ;!! bad-value element!: index must belong to this store
(element! s xs x y)                                ;!! bad-value element!: result must belong to this store
(table! s (list x y) '((1 2)))                     ;!! bad-value table!: variables must belong to this store
(regular! s ys '((0 0 0)) 0 '(0))                  ;!! bad-value regular!: variables must belong to this store
(count! s ys 1 x)                                  ;!! bad-value count!: variables must belong to this store
(count! s xs 1 y)                                  ;!! bad-value count!: count must belong to this store
(global-cardinality! s ys '(1) xs)                 ;!! bad-value global-cardinality!: variables must belong to this store
(global-cardinality! s xs '(1 2 3) ys)             ;!! bad-value global-cardinality!: counts must belong to this store
(lex-less! s ys xs)                                ;!! bad-value lex-less!: left must belong to this store
(lex-less! s xs ys)                                ;!! bad-value lex-less!: right must belong to this store
(circuit! s ys)                                    ;!! bad-value circuit!: next must belong to this store
(cumulative! s ys '(1 1 1) '(1 1 1) 2)             ;!! bad-value cumulative!: starts must belong to this store
(no-overlap! s ys '(1 1 1))                        ;!! bad-value no-overlap!: starts must belong to this store
(propagator! s ys (lambda (s) s))                  ;!! bad-value propagator!: variables must belong to this store
(decide-on! s ys)                                  ;!! bad-value decide-on!: variables must belong to this store

; Questions
(value s y)                                        ;!! bad-value value: variable must belong to this store
(values-of s (list x y))                           ;!! bad-value values-of: variables must belong to this store
(lower s y)                                        ;!! bad-value lower: variable must belong to this store
(upper s y)                                        ;!! bad-value upper: variable must belong to this store
(candidates s y)                                   ;!! bad-value candidates: variable must belong to this store
(count-candidates s y)                             ;!! bad-value count-candidates: variable must belong to this store
(settled? s y)                                     ;!! bad-value settled?: variable must belong to this store
(degree s y)                                       ;!! bad-value degree: variable must belong to this store
(weight s y)                                       ;!! bad-value weight: variable must belong to this store
(increment-weight! s y)                            ;!! bad-value increment-weight!: variable must belong to this store

; Steps
(assign s y 1)                                     ;!! bad-value assign: variable must belong to this store
(assign! s y 1)                                    ;!! bad-value assign!: variable must belong to this store
(eliminate s y 1)                                  ;!! bad-value eliminate: variable must belong to this store
(eliminate! s y 1)                                 ;!! bad-value eliminate!: variable must belong to this store
(children s y)                                     ;!! bad-value children: variable must belong to this store
(at-least! s y 1)                                  ;!! bad-value at-least!: variable must belong to this store
(at-most! s y 1)                                   ;!! bad-value at-most!: variable must belong to this store

; Optimisation
(minimize s y)                                     ;!! bad-value minimize: objective must belong to this store
(maximize s y)                                     ;!! bad-value maximize: objective must belong to this store
(improvements s y)                                 ;!! bad-value improvements: objective must belong to this store
(large-neighbourhood-search s y xs (solve s) 1)    ;!! bad-value large-neighbourhood-search: objective must belong to this store

; Nothing has happened to either.
(list (candidates s x) (candidates other y))       ;=> ((0 1 2 3 4 5 6 7 8 9) (0 1 2 3 4 5 6 7 8 9))
(length (children s x))                             ;=> 10
