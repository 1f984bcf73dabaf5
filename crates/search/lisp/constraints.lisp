; Constraints over integer variables: what `search` is for boards, for every problem with finitely many values.
;
; A store (`make-store`) has variables and constraints between them (`post!`, `all-different!` and others). The module
; `search` comes with it: `solve`, `solutions`, `count-solutions`, heuristics, budgets, restarts and statistics work on
; stores as they do on boards, with a variable for a cell. What follows from the constraints is concluded natively at
; each step; the documentation of each has its strength: *domain consistent* if only values are left that belong to a
; solution of that constraint by itself, *bounds consistent* if that is true of the least and the greatest.

(require 'search)

; The names of `search` come along.
(provide
  'make-store 'store? 'variable 'variables 'set-name! 'variable-name 'store->string 'value 'values-of 'lower 'upper
  'at-least! 'at-most!
  'branch-on! 'propagate-fixpoint 'post! 'post-condition! 'expression! 'make-expression! 'all-different!
  'all-different-sum! 'element!
  'table! 'nogood! 'regular! 'count! 'global-cardinality! 'lex-less-equal! 'lex-less! 'circuit! 'cumulative!
  'no-overlap! 'propagator!
  'improvements 'minimize 'maximize 'large-neighbourhood-search 'solve-with-nogoods 'assign 'children
  'propagation-level 'choose-cell 'order-values 'incomplete-search? 'search-outcome 'on-search-event
  'with-node 'search 'search-below 'collect-solutions 'find-solutions 'count-solutions 'solve 'unique? 'solutions 'luby
  'find-with-restarts 'solve-with-restarts)

; Stores and variables

(defproc make-store ()
  "A store without variables.

(type-of (make-store))  ;=> store"
  (%make-store))

(defproc store? (object)
  "Returns whether `object` is a store.

(store? (make-store))  ;=> t
(store? (board))       ;=> nil
(store? nil)           ;=> nil"
  (%store? object))

(defproc variable (store lo hi)
  "A new variable of the store with the integers from `lo` to `hi` as its values. It belongs to all copies of the store
that are made from then on.

(let* ((s (make-store)) (x (variable s 1 3))) (candidates s x))  ;=> (1 2 3)"
  (%check (store store))
  (first (%store-variables store 1 lo hi)))

(defproc variables (store count lo hi)
  "A list of `count` new variables.

(length (variables (make-store) 5 0 1))  ;=> 5"
  (%check (store store) (count count))
  (%store-variables store count lo hi))

(defproc set-name! (store name what)
  "Gives a name, a symbol or a string, to a variable, or to the variables of a list: each has its index after the name
then, and in lists inside a list all places. Traces of a search call them so (see `klammer search --tree`). A
value that `expression!` has made can have a name, too. Returns `what`.

(let* ((s (make-store)) (xs (set-name! s 'x (variables s 3 0 9)))) (variable-name s (second xs)))                ;=> \"x[1]\"
(let* ((s (make-store)) (cells (list (variables s 2 0 1) (variables s 2 0 1)))) (set-name! s 'cell cells) (variable-name s (first (second cells))))  ;=> \"cell[1 0]\"
(let ((s (make-store))) (set-name! s 'x 'y))                                                                     ;!! wrong-type"
  (%store-name! store name what)
  what)

(defproc variable-name (store variable)
  "Returns the name of the variable: the one that `set-name!` has given it, the expression that it is the value of, or `#`
and its number.

(let* ((s (make-store)) (x (variable s 0 9))) (set-name! s 'apples x) (list (variable-name s x) (variable-name s (expression! s (+ x 1)))))  ;=> (\"apples\" \"(+ apples 1)\")
(let* ((s (make-store)) (x (variable s 0 9))) (variable-name s x))                                            ;=> \"#0\""
  (%variable-name store variable))

(defproc store->string (store)
  "The store as a table, as the prompt shows it: each variable with the values that are left, the constraints, and the
constraint that found a contradiction, in the store or last in a search. Each constraint has the place of the form that
has posted it. Of a solution it has the values only. At most 1000 variables and constraints.

(let* ((s (make-store)) (x (set-name! s 'x (variable s 0 9)))) (post! s (/= x 5)) (string-prefix? \"variable  values\" (store->string s)))  ;=> t"
  (%store->string store))

(defproc value (store variable)
  "The value of the variable, or nil as long as there are several.

(let* ((s (make-store)) (x (variable s 1 3))) (post! s (> x 2)) (value s x))  ;=> 3"
  (%store-value store variable))

(defproc values-of (store variables)
  "The values of the variables of a list.

(let* ((s (make-store)) (xs (variables s 2 0 0))) (values-of s xs))  ;=> (0 0)"
  (%check (store store) (variables list))
  (%store-values store variables))

(defproc lower (store variable)
  "The least value that is possible.

(let* ((s (make-store)) (x (variable s 1 3))) (lower s x))  ;=> 1"
  (%store-lower store variable))

(defproc upper (store variable)
  "The greatest value that is possible.

(let* ((s (make-store)) (x (variable s 1 3))) (upper s x))  ;=> 3"
  (%store-upper store variable))

(defproc at-least! (store variable value)
  "Removes the values below `value` without propagating. Returns the store, or nil if none is left.

(let* ((s (make-store)) (x (variable s 1 9))) (at-least! s x 8) (candidates s x))  ;=> (8 9)"
  (%check (store store))
  (%bound! store variable value nil))

(defproc at-most! (store variable value)
  "Takes away what is greater than `value`, and propagates nothing. Returns the store, or nil if nothing is left.

(let* ((s (make-store)) (x (variable s 1 9))) (at-most! s x 2) (candidates s x))  ;=> (1 2)"
  (%check (store store))
  (%bound! store variable value t))

(defproc branch-on! (store variables)
  "Makes these the decision variables of a search: it branches on them first, in this order where nothing else decides.
By default, it branches on all variables that the program has made, and at last on those that `post!` has made. Of
starts of tasks, it chooses their order first, and then the earliest.

(let* ((s (make-store)) (x (variable s 0 1)) (y (variable s 0 9))) (branch-on! s (list y)) (= (most-constrained s) y))  ;=> t"
  (%check (store store) (variables list))
  (%store-decisions store variables)
  store)

; Conditions

(setq *operations* (%store-operations))

(defproc %operation? (form)
  (and (pair? form) (symbol? (first form)) (member? (first form) *operations*)))

(defproc %quoted (form)
  ; Operations become lists of their names and what their operands are worth.
  (cond
    ((not (and (pair? form) (symbol? (first form)))) form)
    ((member? (first form) '(-> => ==> implies imply <-> <=> <==> xor))
      (error (format nil "there is no operation ~s for constraints: (if a b) says that b holds if a does, (iff a b) ~
that both hold or neither, (not (iff a b)) that one of them does" (first form))))
    ((not (%operation? form)) form)
    ((= (first form) 'apply) `(,list 'apply ',(second form) ,@(map-with %quoted (rest (rest form)))))
    ((= (first form) 'dot) `(,list 'dot ,@(rest form)))
    (t `(,list ',(first form) ,@(map-with %quoted (rest form))))))

(defmacro post! (store &rest conditions)
  "Posts the conditions as constraints. A condition is an ordinary expression: `= /= < <= > >=` compare,
`and or not iff`, `(if a b)` (if a holds, so does b) and `(if a b c)` (else c does) connect; `+ - * abs min max`,
`quotient`, `remainder`, `modulo` and `expt` with a number from 0 to 60 compute. A comparison of what is divided by 0
does not hold. `(apply + list)` takes the elements of a list, `(dot numbers variables)` adds up products. A condition
inside a computation is 1 if it holds and 0 if not, and a variable that is 0 or 1 is a condition. Anything else is
evaluated and must be worth a variable or an integer. What is linear becomes one bounds consistent constraint, whatever
its form. Returns the store.

(let* ((s (make-store)) (x (variable s 0 9)) (y (variable s 0 9))) (post! s (= (+ x (* 2 y)) 25) (< y x)) (candidates (propagate-fixpoint s) y))  ;=> (8)
(let* ((s (make-store)) (xs (variables s 3 0 1))) (post! s (= (apply + xs) 2) (or (= (first xs) 0) (= (second xs) 0))) (count-solutions s))  ;=> 2
(let* ((s (make-store)) (x (variable s 1 40))) (post! s (= (modulo (expt x 2) 7) 4) (= (remainder x 10) 9)) (values-of (solve s) (list x)))  ;=> (9)
(let* ((s (make-store)) (x (variable s 0 9))) (post! s (if (< x 5) (= (modulo x 2) 0) (= x 7))) (count-solutions s))  ;=> 4
(let ((s (make-store))) (post! s (/= 1 1)) (solve s))   ;=> nil
(let ((s (make-store))) (post! s (< 'a 1)))             ;!! wrong-type"
  (when (%operation? store) (%check (store store)))
  (with-names (s)
    `(let ((,s ,store))
       ,@(map-with (lambda (condition) `(,post-condition! ,s ,(%quoted condition))) conditions)
       ,s)))

(defproc post-condition! (store condition)
  "Posts a condition that a program puts together: a list of the name of an operation and its operands. `post!` expands
to this.

(let* ((s (make-store)) (x (variable s 0 9))) (post-condition! s (list '> x 8)) (value s x))  ;=> 9
(post-condition! (make-store) '(oops 1))                                                       ;!! bad-value"
  (%store-demand store condition)
  store)

(defmacro expression! (store expression)
  "A variable that is worth the expression, written as in `post!`.

(let* ((s (make-store)) (x (variable s 1 3))) (let ((y (expression! s (* x x)))) (propagate-fixpoint s) (list (lower s y) (upper s y))))  ;=> (1 9)"
  (when (%operation? store) (%check (store store)))
  `(,make-expression! ,store ,(%quoted expression)))

(defproc make-expression! (store expression)
  "Makes a variable with the value of an expression that a program puts together. `expression!` expands to this.

(let ((s (make-store))) (value s (make-expression! s '(+ 1 2))))  ;=> 3"
  (%store-express store expression))

; Constraints on lists of variables. An integer can take the place of a variable. All of them return the store.

(defproc all-different! (store variables &optional (strength 'domain))
  "No two variables have the same value. By `'domain` (J.-C. Régin, 1994), `'bounds` (A. López-Ortiz and others, 2003)
or `'value`: the value of a variable that has one leaves the others.

(let* ((s (make-store)) (xs (variables s 3 1 3))) (all-different! s xs) (count-solutions s))  ;=> 6
(all-different! (make-store) '(1 a))                                                           ;!! wrong-type"
  (%store-all-different store variables strength)
  store)

(defproc all-different-sum! (store variables sum)
  "No two variables have the same value, and they add up to `sum`: a cage of killer sudoku. Domain consistent if the
variables span at most 64 values and there are at most 4096 sets of them with that sum.

(let* ((s (make-store)) (xs (variables s 2 1 9))) (all-different-sum! s xs 6) (candidates (propagate-fixpoint s) (first xs)))  ;=> (1 2 4 5)
(let* ((s (make-store)) (xs (variables s 3 1 9))) (all-different-sum! s xs 7) (count-solutions s))                  ;=> 6"
  (%store-all-different-sum store variables sum)
  store)

(defproc element! (store list index result)
  "`result` is the element of the list at `index`, counted from 0. Domain consistent for the index and, where it
has few values, for the result.

(let* ((s (make-store)) (i (variable s 0 9)) (x (variable s 5 9))) (element! s '(3 6 1 8) i x) (propagate-fixpoint s) (list (candidates s i) (candidates s x)))  ;=> ((1 3) (6 8))"
  (%store-element store list index result)
  store)

(defproc table! (store variables tuples)
  "The values of the variables are one of the tuples. Domain consistent.

(let* ((s (make-store)) (xs (variables s 2 0 9))) (table! s xs '((1 2) (3 2) (5 6))) (post! s (< (second xs) 4)) (candidates (propagate-fixpoint s) (first xs)))  ;=> (1 3)"
  (%store-table store variables tuples)
  store)

(defproc nogood! (store variables values)
  "The variables do not have these values all at once. Domain consistent.

(let* ((s (make-store)) (xs (variables s 2 0 3))) (nogood! s xs '(1 2)) (count-solutions s))   ;=> 15
(let* ((s (make-store)) (xs (variables s 2 0 3))) (nogood! s xs '(1 2)) (candidates (assign s (first xs) 1) (second xs)))   ;=> (0 1 3)"
  (%store-nogood store variables values)
  store)

(defproc regular! (store variables transitions start accepting)
  "An automaton accepts the values in their order. A transition is a list of a state, a value that is read there, and
the next state; states are numbers from 0. It begins in `start` and must end in one of the list `accepting`. Several
ways may lead on. Domain consistent.

(let* ((s (make-store)) (xs (variables s 4 0 1))) (regular! s xs '((0 0 0) (0 1 1) (1 0 0)) 0 '(0 1)) (count-solutions s))  ;=> 8"
  (%store-regular store variables transitions start accepting)
  store)

(defproc count! (store variables value count)
  "The variable `count` is the number of variables with this value. Domain consistent.

(let* ((s (make-store)) (xs (variables s 4 0 1))) (count! s xs 1 2) (count-solutions s))  ;=> 6"
  (%store-count store variables value count)
  store)

(defproc global-cardinality! (store variables values counts)
  "Each element of `counts` is the number of variables that have the value at the same index. Each count is
domain consistent, their sum bounds consistent.

(let* ((s (make-store)) (xs (variables s 3 1 3))) (global-cardinality! s xs '(1 2) '(2 1)) (count-solutions s))  ;=> 3"
  (%store-cardinality store variables values counts)
  store)

(defproc lex-less-equal! (store left right)
  "The values on the left come before those on the right as in a dictionary, or are the same. Domain consistent. It breaks
symmetries: of rows that can be exchanged, only one order is left.

(let* ((s (make-store)) (xs (variables s 2 0 1)) (ys (variables s 2 0 1))) (lex-less-equal! s xs ys) (count-solutions s))  ;=> 10"
  (%store-lexicographic store left right nil)
  store)

(defproc lex-less! (store left right)
  "The values on the left come before those on the right as in a dictionary, and differ. Domain consistent.

(let* ((s (make-store)) (xs (variables s 2 0 1)) (ys (variables s 2 0 1))) (lex-less! s xs ys) (count-solutions s))  ;=> 6"
  (%store-lexicographic store left right t)
  store)

(defproc circuit! (store next)
  "Each variable is the index, from 0, of its successor, and the successors form one circuit through all places.

(let* ((s (make-store)) (xs (variables s 4 0 3))) (circuit! s xs) (count-solutions s))  ;=> 6"
  (%store-circuit store next)
  store)

(defproc cumulative! (store starts durations demands capacity)
  "Tasks with these starts, durations and demands never use more than `capacity` at once. All of these can be variables;
values below 0 are removed. By the time-table: what certainly runs keeps others away; and by edge finding for at most
128 tasks (W. Nuijten, 1994): no task ends before the deadline of a set of tasks that has no room together with it.

(let* ((s (make-store)) (xs (variables s 2 0 3))) (cumulative! s xs '(2 2) '(1 1) 1) (count-solutions s))  ;=> 6"
  (%store-cumulative store starts durations demands capacity)
  store)

(defproc no-overlap! (store starts durations)
  "Tasks with these starts and durations do not overlap; a duration can be a variable. Each two by themselves are bounds
consistent; what follows for a task and a set of others comes from edge finding (P. Baptiste and C. Le Pape, 1996), from
orders that are known, and from the rules not-first and not-last (P. Vilím, 2004). Each two of at most 64 tasks have a
variable for their order, which a search chooses first.

(let* ((s (make-store)) (xs (variables s 2 0 3))) (no-overlap! s xs '(2 2)) (count-solutions s))  ;=> 6"
  (%store-no-overlap store starts durations)
  store)

(defproc propagator! (store variables function &optional (event 'any))
  "A constraint that is a function: it is called with a store when one of the variables changes, `'any` way, in its
`'bounds`, or to a single value (`'fixed`), and once at first, after all native constraints. It takes away what is
impossible with `eliminate!`, `at-least!` and `at-most!`; what it returns does not matter. It must
never take away a value that belongs to a solution, and must find out at the latest when all variables have values. The
search runs it, and `propagate-fixpoint`.

(let* ((s (make-store)) (x (variable s 0 9))) (propagator! s (list x) (lambda (s) (eliminate! s x 5))) (count-candidates (propagate-fixpoint s) x))  ;=> 9"
  (%check (store store) (function function))
  (%store-propagator store function variables event)
  store)

; Steps, with what functions conclude: the core's know native constraints only.

(setq %assign assign)
(setq %children children)

(defproc assign (store place &rest more)
  "The function of the core of that name, and `propagate-fixpoint`: on a store, all that follows from a variable's
value, by constraints that are functions, too; nil if that is a contradiction. Boards are what they were. (`assign!`
and `eliminate!` are the core's, because a propagator uses them: they leave constraints that are functions to
`propagate-fixpoint`.)

(let* ((s (make-store)) (x (variable s 0 9)) (y (variable s 0 9))) (propagator! s (list x) (lambda (s) (at-least! s y (lower s x)))) (assign! s x 7) (list (lower s y) (lower (propagate-fixpoint s) y)))  ;=> (0 7)
(let* ((s (make-store)) (x (variable s 0 9)) (y (variable s 0 9))) (propagator! s (list x) (lambda (s) (at-least! s y (lower s x)))) (candidates (assign s x 7) y))  ;=> (7 8 9)"
  (propagate-fixpoint (apply %assign store place more)))

(defproc children (store place &rest options)
  "The stores that `assign` makes for the values of a variable, ascending; those with a contradiction left out.

(let* ((s (make-store)) (x (variable s 0 9))) (post! s (= (modulo x 4) 1)) (length (children s x)))  ;=> 3"
  (filter propagate-fixpoint (apply %children store place options)))

; Optimisation

(defproc %improvements (store objective bound!)
  ; The open choices, as in `solutions`; the best value so far bounds each store before the search continues with it.
  ; Of a schedule, a solution ends a run, and so do ever more nodes: the next one begins with what was learned.
  (let* ((root (propagate-fixpoint (propagate! (duplicate store))))
         (schedule? (and root (%store-schedule? root)))
         (open nil) (best nil) (limit 256) (left limit)
         (begin
           (lambda ()
             (setq open nil)
             (setq left limit)
             (let ((s (duplicate root)))
               (and (or (null? best) (bound! s objective best)) (propagate-fixpoint s)))))
         (start root))
    (lambda ()
      (let loop ((s start))
        (setq start nil)
        (cond
          ((and schedule? (null? s) open (< (dec! left) 0))
            (setq limit (+ limit (quotient limit 4)))
            (loop (begin)))
          (s
            (%with-choice (x values s)
              (progn
                (setq best (value s objective))
                (on-search-event 'solution s nil nil)
                (when schedule?
                  (%store-note-best s)
                  (setq start (begin)))
                s)
              (when values (push! (list s x values) open))
              (loop nil)))
          (open
            (let* ((choice (pop! open)) (s (first choice)) (x (second choice)) (values (third choice)))
              (when (rest values)
                (push! (list s x (rest values)) open))
              (on-search-event 'try s x (first values))
              (let* ((next (%assign s x (first values)))
                     (next (and next (or (null? best) (bound! next objective best)) (propagate-fixpoint next))))
                (unless next (on-search-event 'fail s x (first values)))
                (loop next)))))))))

(defproc improvements (store objective &optional maximize)
  "A function that returns the next solution each time it is called, always one in which the variable `objective` is
less than before (or greater, with `maximize`), and nil when there is none: the last one was the best (branch and
bound). Nothing is searched before it is asked for.

(let* ((s (make-store)) (x (variable s 1 3)) (next (improvements s x t))) (list (value (next) x) (value (next) x) (value (next) x) (next)))  ;=> (1 2 3 nil)"
  (%store-check store objective 'objective)
  (if maximize
    (%improvements store objective (lambda (s x best) (at-least! s x (+ best 1))))
    (%improvements store objective (lambda (s x best) (at-most! s x (- best 1))))))

(defproc %best (next nodes ms found)
  (search-outcome 'unknown)
  (let ((best nil))
    (with-budget (:nodes nodes :ms ms)
      (let loop ()
        (awhen (next)
          (setq best it)
          (search-outcome 'solution)
          (found it)
          (loop)))
      (search-outcome (if best 'optimal 'none)))
    best))

(defproc minimize (store objective &key nodes ms (found (lambda (solution) nil)))
  "A solution in which the variable `objective` is least; nil if there is none. With a budget of `:nodes` or of
milliseconds `:ms`, the best that has been found when it ends, or nil. `search-outcome` tells these apart: `optimal`,
`none`, `solution` for the best so far, and `unknown`. `:found` is called with each solution that is better than those
before, also where a limit of the engine ends the search later. A search for schedules begins again after each solution,
and after ever more nodes.

(let* ((s (make-store)) (x (variable s 0 9)) (y (variable s 0 9))) (post! s (>= (+ x y) 7)) (let ((cost (expression! s (+ (* 3 x) (* 2 y))))) (value (minimize s cost) cost)))  ;=> 14
(let* ((s (make-store)) (x (variable s 0 9))) (minimize s x) (search-outcome))                     ;=> optimal
(let* ((s (make-store)) (x (variable s 0 9))) (minimize s x :nodes 0) (search-outcome))            ;=> unknown"
  (%store-check store objective 'objective)
  (%best (improvements store objective) nodes ms found))

(defproc maximize (store objective &key nodes ms (found (lambda (solution) nil)))
  "A solution in which the variable `objective` is greatest; else like `minimize`.

(let* ((s (make-store)) (x (variable s 0 9)) (y (variable s 0 9))) (post! s (<= (+ x y) 7)) (let ((gain (expression! s (+ (* 3 x) (* 2 y))))) (value (maximize s gain) gain)))  ;=> 21"
  (%store-check store objective 'objective)
  (%best (improvements store objective t) nodes ms found))

(defproc large-neighbourhood-search (store objective variables best rounds &key (keep 0.7) (nodes 200))
  "Large-neighbourhood search (P. Shaw, 1998): `rounds` times, a random part of the variables, `keep` of them, gets the
values of the best solution so far, and a search of at most `nodes` nodes looks for a better one among the rest. Begins
with the solution `best`; returns the best.

(let* ((s (make-store)) (xs (variables s 4 0 9)) (cost (expression! s (apply + xs)))) (all-different! s xs) (value (large-neighbourhood-search s cost xs (solve s) 40 :keep 0.3) cost))  ;=> 6"
  (%check (store store) (variables list) (best store) (rounds count))
  (%store-check store objective 'objective)
  (dotimes (round rounds best)
    (let ((s (at-most! (duplicate store) objective (- (value best objective) 1))))
      (dolist (x variables)
        (when (and s (< (random 1.0) keep))
          (setq s (and (assign! s x (value best x)) s))))
      (awhen (and s (with-budget (:nodes nodes) (solve s)))
        (setq best it)))
    (search-outcome 'solution)))

; Restarts that do not forget

(defproc solve-with-nogoods (store unit &key (most 12))
  "The first solution, or nil, by runs as those of `solve-with-restarts`, of which none goes where one has been before:
when a run ends, what it has refuted under at most `most` decisions is posted as nogoods (C. Lecoutre and others,
\"Nogood recording from restarts\", 2007). It pays where much has to be refuted before what is chosen first is chosen
well. The store is not changed.

(let* ((s (make-store)) (xs (variables s 6 1 5))) (all-different! s xs 'value) (solve-with-nogoods s 10))      ;=> nil
(let* ((s (make-store)) (xs (variables s 5 1 5))) (all-different! s xs) (solved? (solve-with-nogoods s 1)))    ;=> t"
  (%check (store store) (unit positive) (most count))
  (let ((root (duplicate store)))
    (let loop ((run 1))
      (let* ((start (propagate-fixpoint (propagate! (duplicate root))))
             (found (and start (%run-noting start root (* unit (luby run)) most))))
        (cond
          ((= found 'unfinished) (loop (+ run 1)))
          (t
            (search-outcome (if found 'solution 'none))
            found))))))

(defproc %run-noting (start root nodes most)
  ; Searches at most `nodes` nodes: a solution, nil if there is none, or the symbol unfinished; then posts nogoods.
  (let ((noted nil))
    (let ((found
            (let below ((s start) (places nil) (digits nil) (depth 1))
              (%with-choice (x values s)
                (progn
                  (on-search-event 'solution s nil nil)
                  s)
                (let try ((open values) (refuted nil))
                  (if (null? open)
                    nil
                    (let* ((digit (first open))
                           (over? (< (dec! nodes) 0))
                           (next (if over? nil (%try s x digit)))
                           (result
                             (cond
                               (over? 'unfinished)
                               (next (below next (cons x places) (cons digit digits) (+ depth 1))))))
                      (cond
                        ; Propagation refutes by itself again any value that it refuted here.
                        ((null? result) (try (rest open) (if next (cons digit refuted) refuted)))
                        ((= result 'unfinished)
                          (when (<= depth most)
                            (dolist (digit refuted) (push! (list (cons x places) (cons digit digits)) noted)))
                          result)
                        (t result)))))))))
      (dolist (pair noted) (nogood! root (first pair) (second pair)))
      found)))

(defproc %try (s x digit)
  (on-search-event 'try s x digit)
  (or (assign s x digit)
    (progn
      (on-search-event 'fail s x digit)
      nil)))
