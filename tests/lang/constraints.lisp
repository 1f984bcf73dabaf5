;;;; a circular list is an error
; A list that leads back to where it has been is refused wherever a list of variables or an expression stands.

(require 'constraints)
(setq s (make-store))
(setq xs (variables s 3 0 2))
(setq circle (list* (first xs) (rest xs)))
(set-cdr! (cddr circle) circle)
(all-different! s circle)                   ;!! wrong-type
(post-condition! s circle)                          ;!! wrong-type
(post! s (= (apply + circle) 1))            ;!! wrong-type
(setq nested (list '+ 1 2))
(set-car! (rest nested) nested)
(post-condition! s nested)                          ;!! bad-value
(setq tree '(+ 1 1))
(dotimes (i 24) (setq tree (list '+ tree tree)))
(post-condition! s tree)                            ;!! bad-value too many parts
(count-solutions s)                         ;=> 27

;;;; a question about a variable is no condition
; The result of a function for a variable without a value would be posted as if it were a condition.

(require 'constraints)
(setq s (make-store))
(setq x (variable s 1 9))
(setq y (variable s 1 9))
(post! s (member? x '(1 2)))          ;!! wrong-type post!: condition must be about a variable, got nil
(post! s (member? x (list x y)))      ;!! wrong-type post!: condition must be about a variable, got t
(post! s (all-different! s (list x y)))  ;!! wrong-type post!: condition must consist of variables
(defproc both (a b) (list a b))
(post! s (both x y))                  ;!! bad-value post!: expected an operation
(post! (> x 3))                       ;!! wrong-type post!: store must be a store, got (> x 3)
(expression! (+ x 3))                 ;!! argument-count

; Operations that do not need the values may be used, and so may results of functions that have a meaning as conditions.
(defproc third-of (list i) (nth (+ i 2) list))
(setq xs (list x y))
(post! s (or (member? 3 '(1 2)) (> x 1)))
(post! s (if (member? x xs) (< x 8)))
(post! s (or (null? xs) (> y 1)))
(post! s (< (nth 0 xs) (nth (- 2 1) xs)))
(post! s (= (third-of (list 0 0 x) (- 1 1)) 4))
(values-of (propagate-fixpoint s) xs)  ;=> (4 nil)
(candidates (propagate-fixpoint s) y)  ;=> (5 6 7 8 9)

; Arguments are evaluated once, in their order.
(setq log nil)
(defproc noted (value) (push! value log) value)
(let ((t1 (make-store))) (post! t1 (= 1 (+ (length (list (noted 1) (noted 2))) -1))) (solved? (propagate-fixpoint t1)))  ;=> t
log                                   ;=> (2 1)

;;;; conditions choose between two
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

;;;; copies are independent
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
(eliminate a (second xs) 3 :level 'naked)   ;=> #<store #0=1 #1=2 #2=3>
(assign a (second xs))                      ;!! argument-count
(assign a '(0 0) 1)                         ;!! wrong-type
(assign a (second xs) 'b)                   ;!! wrong-type
(assign a (second xs) 2 :depth 3)           ;!! argument-count

;;;; methods dispatch on stores
; A method can be for stores and their variables, as for boards and what programs define.

(require 'constraints)
(defmethod kind ((x store)) t 'store)
(defmethod kind ((x variable)) t 'variable)
(defmethod kind ((x board)) t 'board)
(defmethod kind ((x array)) t 'array)
(setq s (make-store))
(setq x (variable s 0 1))
(map-with kind (list s x (board 4) (vector 1 2)))  ;=> (store variable board array)
(kind 5)                                           ;!! no-applicable-method
; A record of the program has its name to itself.
(defrecord store name)
(defmethod named ((x store)) t (store-name x))
(named (make-store "corner shop"))                 ;=> "corner shop"

;;;; misuse is an error
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
(post! s (= (quotient x 2 3) 1))            ;!! bad-value quotient takes two operands, got 3
(post-condition! s '(sqrt 4))                       ;!! bad-value sqrt
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

;;;; optimisation finds the best
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

;;;; propagators in lisp
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

;;;; restarts look at what the functions of a search return
; The library checks the results of a program's own choose-cell and order-values where restarts record nogoods, too:
; the error names the function, not the library's own use of its value.

(require 'constraints)
(setq s (make-store))
(setq xs (variables s 3 0 1))

(defproc order-values (s x) 1)
(solve-with-nogoods s 1)                        ;!! wrong-type what order-values returns
(defproc order-values (s x) '(1 0))
(defproc choose-cell (s) 'nowhere)
(solve-with-nogoods s 1)                        ;!! wrong-type what choose-cell returns
(defproc choose-cell (s) (find-if (lambda (x) (null? (value s x))) xs))
(values-of (solve-with-nogoods s 1) xs)         ;=> (1 1 1)
(defproc order-values (s x) (candidates s x))
(defproc choose-cell (s) (first xs))            ; which has a value already after the first step
(solve-with-nogoods s 1)                        ;!! user-error choose-cell must return what is still open
(solve s)                                       ;!! user-error choose-cell must return what is still open
(minimize s (first xs))                         ;!! user-error choose-cell must return what is still open

;;;; restarts that do not forget
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
(nogood! (duplicate s) nil nil)               ;=> #<store 4 variables, contradiction: (nogood!)>
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
(branch-on! queens rows)
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

;;;; searches serve stores and boards
; The functions of search.lisp work on stores as on boards: heuristics, budgets, restarts, statistics, weights.

(require 'constraints)
(defproc queens (n)
  (let* ((s (make-store)) (q (variables s n 0 (- n 1))))
    (branch-on! s q)
    (all-different! s q)
    (all-different! s (map-with (lambda (x i) (expression! s (+ x i))) q (iota n)))
    (all-different! s (map-with (lambda (x i) (expression! s (- x i))) q (iota n)))))
(setq s (queens 5))
(count-solutions s)                         ;=> 10
(count-solutions s 2)                       ;=> 2
(unique? s)                                 ;=> nil
(solved? (solve s))                         ;=> t
(solved? s)                                 ;=> nil
(let ((next (solutions s))) (list (store? (next)) (store? (next))))  ;=> (t t)
(length (find-with-restarts s 20 8))        ;=> 10
(with-budget (:nodes 3 :else (quote out)) (count-solutions s))  ;=> out
(progn (reset-search-statistics) (solve s) (> (second (assoc 'nodes (search-statistics))) 0))  ;=> t
(progn (random-seed! 1) (store? (assign s (most-constrained s :tie 'random) 2)))  ;=> t
(= (most-constrained s :tie 'weight) (first (best-cells s)))  ;=> t
(weight s (first (best-cells s)))           ;=> 1.0
(increment-weight! s (third (best-cells s)) 4)  ;=> 5.0
(= (most-constrained s :tie 'weight) (third (best-cells s)) (min-dom/wdeg-cell s))  ;=> t
(progn (fade-weights! s 0.5) (weight s (third (best-cells s))))  ;=> 3.0
(progn (reset-weights! s) (weight s (third (best-cells s))))     ;=> 1.0
(degree s (first (best-cells s)))           ;=> 6
(contradiction? s)                          ;=> nil
(settled? s (first (best-cells s)))         ;=> nil
(count-candidates s (first (best-cells s))) ;=> 5
(most-constrained (solve s))                ;=> nil
(defproc choose-cell (s) (last (best-cells s)))
(defproc order-values (s x) (reverse (candidates s x)))
(count-solutions s)                         ;=> 10

;;;; variables have names
(require 'constraints)
(setq s (make-store))
(setq x (variable s 0 9))
(variable-name s x)                                       ;=> "#0"
(setq e (expression! s (+ x 1)))
(variable-name s e)                                       ;=> "(+ #0 1)"
(= (set-name! s 'apples x) x)                                 ;=> t
(list (variable-name s x) (variable-name s e))            ;=> ("apples" "(+ apples 1)")
(set-name! s "a name" e)
(variable-name s e)                                       ;=> "a name"
; Names of lists, with holes for numbers.
(setq grid (list (variables s 2 0 1) (list 7 (variable s 0 1))))
(= (set-name! s 'cell grid) grid)                             ;=> t
(map-with (lambda (x) (variable-name s x)) (list (second (first grid)) (second (second grid))))  ;=> ("cell[0 1]" "cell[1 1]")
; A copy knows them and learns by itself.
(setq copy (duplicate s))
(set-name! copy 'pears x)
(list (variable-name s x) (variable-name copy x))         ;=> ("apples" "pears")
(set-name! s 'x 'y)                                           ;!! wrong-type
(set-name! s 5 x)                                             ;!! wrong-type set-name!: name must be a symbol or a string
(set-name! s (make-string 300 #\a) x)                         ;!! wrong-type at most 256 bytes
(set-name! 'no 'x x)                                          ;!! wrong-type
(variable-name s 'x)                                      ;!! wrong-type
(let ((l (list x))) (set-cdr! l l) (set-name! s 'x l))        ;!! wrong-type
(let ((l (list x))) (set-car! l l) (set-name! s 'x l))        ;!! wrong-type

;;;; variables of other stores are refused
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
(post-condition! s (list '= 1 y))                          ;!! bad-value post-condition!: condition must belong to this store
(expression! s (+ x y))                            ;!! bad-value expression!: expression must belong to this store
(make-expression! s y)                                     ;!! bad-value make-expression!: expression must belong to this store

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
(branch-on! s ys)                                  ;!! bad-value branch-on!: variables must belong to this store

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

;;;; what conditions cannot have is named
; Operations on variables that there are not are answered with those there are; arguments in another order with the order.

(require 'constraints)
(setq s (make-store))
(setq x (variable s -9 9))
(post! s (= (/ x 2) 1))                     ;!! wrong-type /: argument 1 must be a number, got #<variable 0>
(post! s (even? x))                         ;!! wrong-type even?
(post-condition! s (list 'sqrt x))                  ;!! bad-value there is no operation sqrt with 1 operand
(post! s (= (expt x 61) 1))                 ;!! bad-value expt of variables needs an exponent from 0 to 60
(post! s (= (expt 2 x) 4))                  ;!! bad-value expt of variables needs an exponent from 0 to 60
(post! s (= x 9223372036854775807))          ;!! wrong-type condition must have integers between -1152921504606846975 and 1152921504606846975, got 9223372036854775807
(post! s (= x (expt 10 30)))                ;!! bad-value values may get beyond 60 bits, the range from -1152921504606846975 to 1152921504606846975
(post-condition! s (list '= x (expt 10 30)))        ;!! wrong-type condition must have integers between
(post! s (= x 1.5))                         ;!! wrong-type post!: condition must consist of variables, integers and operations on these, got 1.5
(element! s x '(1 2 3) x)                   ;!! wrong-type element!: list must be a list, got #<variable 0>
(element! s '(1 2 3) '(1) x)                ;!! wrong-type element!: index must be a variable or an integer between -1152921504606846975 and 1152921504606846975, got (1)
(count! s (list x) x 1)                     ;!! wrong-type count!: value must be an integer
(global-cardinality! s (list x) (list x) '(1))  ;!! wrong-type global-cardinality!: values must have an integer between -1152921504606846975 and 1152921504606846975 as element 1
(table! s (list x) '(1 2))                  ;!! wrong-type table!: tuples must have a list as element 1, got 1
(regular! s (list x) '((0 1)) 0 '(0))       ;!! wrong-type regular!: transitions must have a list of a state, a value and the next state as element 1
(regular! s (list x) nil 'a '(0))           ;!! wrong-type regular!: start must be the number of a state
(variable s 'a 1)                           ;!! wrong-type variable: lo must be an integer between -1152921504606846975 and 1152921504606846975, got a
(variables s 3 0 'b)                        ;!! wrong-type variables: hi must be an integer between -1152921504606846975 and 1152921504606846975, got b
(at-least! s x 'a)                          ;!! wrong-type at-least!: value must be an integer of at most 61 bits, got a
(minimize s 3)                              ;!! wrong-type minimize: objective must be a variable of the store, got 3
(propagate-fixpoint 3)                      ;!! wrong-type propagate-fixpoint: board must be a search state or nil, got 3
(all-different! (make-store) (iota 5000))   ;!! bad-value at most 4096 variables differ by domains: take the strength bounds or value
(all-different! (make-store) (iota 5000) 'value)  ;=> #<store 5000 variables>
(let ((one (make-store))) (variable one 0 1) one)  ;=> #<store 1 variable>

; The remainder of a division rounded towards 0 has the sign of the dividend.
(defproc solutions-of (condition) (let ((t1 (make-store))) (let ((x (variable t1 -9 9))) (post-condition! t1 (condition x)) (map-with (lambda (found) (value found x)) (find-solutions t1 99)))))
(solutions-of (lambda (x) (list '= (list 'remainder x 4) -3)))  ;=> (-7 -3)
(solutions-of (lambda (x) (list '= (list 'remainder x -4) 3)))  ;=> (3 7)
(solutions-of (lambda (x) (list '= (list 'modulo x 4) 1)))      ;=> (-7 -3 1 5 9)
(solutions-of (lambda (x) (list '= (list 'modulo x -4) -3)))    ;=> (-7 -3 1 5 9)
(solutions-of (lambda (x) (list '> (list 'expt x 3) 500)))      ;=> (8 9)
(solutions-of (lambda (x) (list '= (list 'expt x 0) 1)))        ;=> (-9 -8 -7 -6 -5 -4 -3 -2 -1 0 1 2 3 4 5 6 7 8 9)
(post! s (/= x 1 3))                       ;!! bad-value post!: /= takes two operands, got 3: all-different! is for more

; A store is a table for people, a solution its values.
(setq s (make-store))
(setq xs (set-name! s 'x (variables s 2 1 20)))
(setq z (set-name! s 'sum (variable s 2 40)))
(post! s (= z (apply + xs)))
(post! s (< (first xs) (second xs)) (/= (second xs) 7))
(defproc constraint-lines (s) (map-with string-trim (rest (member "constraints" (string-split (store->string s) "\n")))))
(string-prefix? "variable  values\nx[0]      1..20\nx[1]      1..6 8..20\nsum       2..40\nconstraints\n" (store->string s))  ;=> t
(string-prefix? "(= sum (apply + (x[0] x[1])))  " (first (constraint-lines s)))                ;=> t
; Each constraint has the place of the form that has posted it.
(map-with (lambda (line) (first (last-pair (string-split line ":")))) (take 2 (constraint-lines s)))  ;=> ("1" "1")
(print (solve s))  ;>> #<store x[0]=1 x[1]=2 sum=3>
(store->string (solve s))  ;=> "variable  values\nx[0]      1\nx[1]      2\nsum       3\n"
(post! s (> (first xs) 19))
(propagate-fixpoint s)  ;=> nil
(print s)  ;>> #<store 3 variables, contradiction: (< x[0] x[1])>
(string-contains? (store->string s) "contradiction: (< x[0] x[1])  ")  ;=> t
; So has the one that a search has met last.
(setq s (make-store))
(setq xs (set-name! s 'x (variables s 3 0 1)))
(all-different! s xs 'value)
(string-contains? (store->string s) "failed last")                         ;=> nil
(solve s)                                                                  ;=> nil
(string-contains? (store->string s) "failed last: (all-different! (x[0] x[1] x[2]) value)  ")  ;=> t
(make-store)  ;=> #<store 0 variables>
(store->string (make-store))  ;=> "variable  values\n"
(let ((many (make-store))) (variables many 1002 0 0) (string-suffix? "... and 2 more variables\n" (store->string many)))  ;=> t
(store->string 5)  ;!! wrong-type store
