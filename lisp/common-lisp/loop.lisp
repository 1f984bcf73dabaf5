; Common Lisp: `loop`.
;
; The clauses are read from left to right into a state, a table whose lists are in reverse order. Then the parts are put together: bindings, what
; is done before the first turn, the turn itself (tests and steps of the iterations, the body), what is done at the end.
;
; An iteration is a list: variables with initial values, the test that ends the loop before each turn, the assignments made at the beginning of
; each turn, and those made after it. So the loop is one named `let` without variables, in which everything is assigned.

(defmacro loop (&body clauses)
  "Repeats. Without words, until `return`; with the words of Common Lisp's `loop`, what they say.

(let ((i 0)) (loop (incf i) (when (> i 4) (return i))))                              ;=> 5
(loop for x in '(1 2 3) when (oddp x) collect (* x x))                               ;=> (1 9)
(loop for i from 1 to 5 sum i)                                                       ;=> 15
(loop for (a . b) in '((1 . 2) (3 . 4)) for i below 5 collect (list i a b))          ;=> ((0 1 2) (1 3 4))
(loop for c across \"abc\" maximize (char-code c))                                     ;=> 99
(loop with a = 1 repeat 5 do (setf a (* 2 a)) finally (return a))                    ;=> 32
(loop for x in '(3 1 2) if (> x 1) collect x into big else collect x into small finally (return (list big small)))  ;=> ((3 2) (1))"
  (if (every? pair? clauses)
    (let ((again (gensym "again")))
      (list block nil (list let again nil (cons progn clauses) (list again))))
    (%extended-loop clauses)))

(defproc %loop-word (x)
  "The word of `loop` that a symbol or keyword is, as a symbol; nil for everything else."
  (cond
    ((symbol? x) (%plain-symbol x))
    ((keyword? x) (string->symbol (keyword->string x)))
    (t nil)))

(defproc %loop-word? (x words)
  "Is `x` one of these words?"
  (and (%loop-word x) (member? (%loop-word x) words)))

(setq %loop-words
  '(for as with repeat while until always never thereis do doing collect collecting append appending nconc nconcing sum summing count counting
    maximize maximizing minimize minimizing if when unless initially finally return named and else end))

; The state: its parts are kept in a table by name, lists with the latest first.

(defproc %loop-add (state part item)
  "Adds an item to a list of the state."
  (table-set! state part (cons item (table-ref state part))))

(defproc %loop-part (state part)
  "A list of the state in the order in which its items came."
  (reverse (table-ref state part)))

(defproc %extended-loop (clauses)
  "The expansion of a `loop` with words."
  (let ((state (make-table)))
    (let loop ((l clauses))
      (when l (loop (%loop-clause state l))))
    (%loop-expansion state)))

(defproc %loop-clause (state clauses)
  "Reads one clause into the state. Returns the clauses after it."
  (let ((word (%loop-word (first clauses))) (more (rest clauses)))
    (case word
      (named (table-set! state 'name (first more)) (rest more))
      (with (%loop-with state more))
      ((for as) (%loop-for state more))
      (repeat (%loop-repeat state more))
      (initially (%loop-forms state 'before more))
      (finally (%loop-forms state 'after more))
      (while (%loop-add state 'body (list unless (first more) (list 'end-of-loop))) (rest more))
      (until (%loop-add state 'body (list when (first more) (list 'end-of-loop))) (rest more))
      (always
        (table-set! state 'default t)
        (%loop-add state 'body (list unless (first more) (%loop-return state nil)))
        (rest more))
      (never
        (table-set! state 'default t)
        (%loop-add state 'body (list when (first more) (%loop-return state nil)))
        (rest more))
      (thereis
        (let ((value (gensym "value")))
          (%loop-add state 'body (list let (list (list value (first more))) (list when value (%loop-return state value))))
          (rest more)))
      (t
        (receive (form others) (%loop-action state clauses)
          (%loop-add state 'body form)
          others)))))

(defproc %loop-return (state value)
  "The form that ends the loop with a value."
  (list return-from (table-ref state 'name) value))

(defproc %loop-forms (state part clauses)
  "Takes the compound forms at the beginning of the clauses. Returns the rest."
  (let ((l clauses))
    (if (%loop-word? (first l) '(return))
      (progn (%loop-add state part (%loop-return state (second l))) (cddr l))
      (let loop ((l (if (%loop-word? (first l) '(do doing)) (rest l) l)))
        (if (and (pair? l) (pair? (first l)))
          (progn (%loop-add state part (first l)) (loop (rest l)))
          l)))))

; Actions: what is done in a turn. Two values: the form, and the clauses after it.

(defproc %loop-action (state clauses)
  "The form of one action."
  (let ((word (%loop-word (first clauses))) (more (rest clauses)))
    (case word
      ((do doing)
        (let loop ((l more) (forms nil))
          (if (and (pair? l) (pair? (first l)))
            (loop (rest l) (cons (first l) forms))
            (values (cons progn (reverse forms)) l))))
      (return (values (%loop-return state (first more)) (rest more)))
      ((if when) (%loop-conditional state (first more) (rest more)))
      (unless (%loop-conditional state (list not (first more)) (rest more)))
      ((collect collecting append appending nconc nconcing count counting sum summing maximize maximizing minimize minimizing)
        (%loop-accumulation state word more))
      (t (error (format nil "loop: this is no clause: ~s" (first clauses)))))))

(defproc %loop-actions (state clauses)
  "One action, and those joined to it by `and`."
  (receive (form others) (%loop-action state clauses)
    (if (%loop-word? (first others) '(and))
      (receive (more rest) (%loop-actions state (rest others))
        (values (list progn form more) rest))
      (values form others))))

(defproc %loop-conditional (state test clauses)
  "An `if` with its branches."
  (let ((it (gensym "it")))
    (receive (then others) (%loop-actions state (%loop-with-it clauses it))
      (receive (otherwise others)
          (if (%loop-word? (first others) '(else))
            (%loop-actions state (rest others))
            (values nil others))
        (values
          (list let (list (list it test)) (list if it then otherwise))
          (if (%loop-word? (first others) '(end)) (rest others) others))))))

(defproc %loop-with-it (clauses it)
  "The clauses, where the first action is about `it`: the value of the test."
  (if (and (%loop-word? (second clauses) '(it)) (not (%loop-word? (first clauses) '(do doing if when unless))))
    (list* (first clauses) it (cddr clauses))
    clauses))

(defproc %loop-accumulation (state word clauses)
  "What collects or counts."
  (let* ((expression (first clauses))
         (into (%loop-word? (second clauses) '(into)))
         (others (if into (cdddr clauses) (rest clauses)))
         (others (if (and (pair? others) (%loop-type? (first others))) (rest others) others))
         (kind
           (case word
             ((collect collecting append appending nconc nconcing) 'list)
             ((sum summing count counting) 'sum)
             (t 'extreme)))
         (variable (%loop-accumulator state (if into (third clauses) nil) kind)))
    (values
      (case word
        ((collect collecting) (%loop-collect state variable (list list expression)))
        ((append appending) (%loop-collect state variable (list %copied expression)))
        ((nconc nconcing) (%loop-collect state variable expression))
        ((sum summing) (list setq variable (list + variable expression)))
        ((count counting) (list when expression (list setq variable (list 1+ variable))))
        ((maximize maximizing) (%loop-extreme variable expression max))
        (t (%loop-extreme variable expression min)))
      others)))

(defproc %copied (list)
  "A list with new pairs; what is no list as it is."
  (if (pair? list) (append list nil) list))

(defproc %loop-type? (x)
  "Is this the name of a type, which some clauses allow?"
  (and (symbol? x) (member? x '(fixnum float integer number t single-float double-float real))))

(defproc %loop-accumulator (state name kind)
  "The variable that an accumulation goes to: the named one, or the loop's own."
  (let* ((known (assoc name (table-ref state 'accumulators))))
    (if known
      (second known)
      (let ((variable (or name (gensym "result"))))
        (%loop-add state 'accumulators (list name variable))
        (%loop-add state 'bindings (list (list variable (if (= kind 'sum) 0 nil))))
        (when (null? name) (table-set! state 'result variable))
        (when (= kind 'list)
          (let ((last-pair-name (gensym "last")))
            (%loop-add state 'tails (list variable last-pair-name))
            (%loop-add state 'bindings (list (list last-pair-name nil)))))
        variable))))

(defproc %loop-collect (state variable list-form)
  "Puts a list behind the one in the variable, whose last pair is remembered."
  (let ((end (second (assoc variable (table-ref state 'tails)))) (new (gensym "new")))
    (list let (list (list new list-form))
      (list if new
        (list progn
          (list if end (list set-cdr! end new) (list setq variable new))
          (list setq end (if (= (first list-form) list) new (list last-pair new))))))))

(defproc %loop-extreme (variable expression choose)
  "Keeps the greatest or smallest number."
  (let ((new (gensym "new")))
    (list let (list (list new expression))
      (list setq variable (list if variable (list choose variable new) new)))))

; Variables

(defproc %loop-skip-type (clauses)
  "The clauses without a type at their beginning."
  (cond
    ((%loop-word? (first clauses) '(of-type)) (cddr clauses))
    ((and (pair? clauses) (%loop-type? (first clauses))) (rest clauses))
    (t clauses)))

(defproc %loop-with (state clauses)
  "`with v = x and w = y`"
  (let loop ((l clauses) (bindings nil))
    (let* ((pattern (first l))
           (after (%loop-skip-type (rest l)))
           (given (and (pair? after) (%loop-word? (first after) '(=))))
           (value (if given (second after) nil))
           (others (if given (cddr after) after))
           (all (cons (list pattern value) bindings)))
      (if (%loop-word? (first others) '(and))
        (loop (rest others) all)
        (progn
          (for-each (lambda (b) (%loop-add state 'bindings (%destructure-freely (first b) (second b)))) (reverse all))
          others)))))

(defproc %destructure-freely (pattern source)
  "The bindings that take a value apart, where parts may be missing and nil stands for a part that nobody wants."
  (cond
    ((null? pattern) (list (list (gensym "ignored") source)))
    ((symbol? pattern) (list (list pattern source)))
    (t
      (let ((whole (gensym "part")))
        (append
          (list (list whole source))
          (if (null? (first pattern)) nil (%destructure-freely (first pattern) (list car whole)))
          (if (null? (rest pattern)) nil (%destructure-freely (rest pattern) (list cdr whole))))))))

(defproc %pattern-variables (pattern)
  "The variables of a pattern."
  (cond
    ((null? pattern) nil)
    ((symbol? pattern) (list pattern))
    (t (append (%pattern-variables (first pattern)) (%pattern-variables (rest pattern))))))

(defproc %loop-assignments (pattern source)
  "The forms that assign the parts of a value to the variables of a pattern."
  (if (symbol? pattern)
    (list (list setq pattern source))
    (let* ((bindings (%destructure-freely pattern source)) (variables (%pattern-variables pattern)))
      (list
        (%loop-nested-bindings bindings variables)))))

(defproc %loop-nested-bindings (bindings variables)
  "Bindings one after the other, where those of the pattern's variables are assignments."
  (cond
    ((null? bindings) nil)
    ((member? (first (first bindings)) variables)
      (list progn (list setq (first (first bindings)) (second (first bindings))) (%loop-nested-bindings (rest bindings) variables)))
    (t (list let (list (first bindings)) (%loop-nested-bindings (rest bindings) variables)))))

; Iterations

(defproc %loop-repeat (state clauses)
  "`repeat n`"
  (let ((left (gensym "left")))
    (%loop-iteration state
      (list (list left (first clauses)))
      nil
      (list <= left 0)
      nil
      (list (list setq left (list - left 1))))
    (rest clauses)))

(defproc %loop-iteration (state bindings variables test assignments steps)
  "Adds an iteration: bindings of its own, variables that begin as nil, the test that ends the loop, and forms for the beginning and end of a turn."
  (%loop-add state 'bindings (append bindings (map-with (lambda (v) (list v nil)) variables)))
  (let ((turn (append (if test (list (list when test (list 'end-of-loop))) nil) assignments)))
    (%loop-add state 'body (cons progn turn)))
  (for-each (lambda (s) (%loop-add state 'steps s)) steps))

(defproc %loop-for (state clauses &optional joined)
  "`for v in list` and its kin, joined by `and` perhaps. `joined` is what was stepped before the first of those that are joined, in a list."
  (let* ((steps (or joined (list (table-ref state 'steps))))
         (pattern (first clauses)) (l (%loop-skip-type (rest clauses))) (word (%loop-word (first l))) (more (rest l)))
    (let ((others
            (case word
              ((in on) (%loop-for-list state pattern word more))
              (across (%loop-for-across state pattern more))
              (= (%loop-for-equals state pattern more joined))
              (being (%loop-for-being state pattern more))
              ((from upfrom downfrom to upto downto below above by) (%loop-for-number state pattern l))
              (t (error (format nil "loop: for ~s must be followed by a word such as in, from or across" pattern))))))
      (if (%loop-word? (first others) '(and))
        (%loop-for state (rest others) steps)
        others))))

(defproc %loop-for-list (state pattern word clauses)
  "`for v in list [by f]`, `for v on list [by f]`"
  (let* ((simple (and (= word 'on) (symbol? pattern)))
         (list-name (if simple pattern (gensym "list")))
         (by (%loop-word? (second clauses) '(by)))
         (step (if by (%loop-step-call (third clauses) list-name) (list cdr list-name)))
         (value (if (= word 'in) (list car list-name) list-name)))
    (%loop-iteration state
      (list (list list-name (first clauses)))
      (if simple nil (%pattern-variables pattern))
      (list not (list (if (= word 'in) identity pair?) list-name))
      (if simple nil (%loop-assignments pattern value))
      (list (list setq list-name step)))
    (if by (cdddr clauses) (rest clauses))))

(defproc %loop-step-call (f argument)
  "The call of the function that a form gives."
  (list funcall f argument))

(defproc %loop-for-across (state pattern clauses)
  "`for v across vector`"
  (let ((vector-name (gensym "vector")) (index (gensym "index")) (end (gensym "end")))
    (%loop-iteration state
      (list (list vector-name (list %indexable (first clauses))) (list index 0) (list end (list length vector-name)))
      (%pattern-variables pattern)
      (list >= index end)
      (%loop-assignments pattern (list aref vector-name index))
      (list (list setq index (list + index 1))))
    (rest clauses)))

(defproc %indexable (sequence)
  "A vector with the elements of a string; everything else as it is."
  (if (string? sequence) (list->array (string->list sequence)) sequence))

(defproc %loop-for-equals (state pattern clauses joined)
  "`for v = x [then y]`; those joined by `and` get their values at the same time."
  (let loop ((pattern pattern) (l clauses) (group nil))
    (let* ((then (%loop-word? (second l) '(then)))
           (others (if then (cdddr l) (rest l)))
           (group (cons (list pattern (first l) (if then (third l) (first l))) group))
           (next (if (%loop-word? (first others) '(and)) (%loop-skip-type (cddr others)) nil)))
      (if (and next (%loop-word? (first next) '(=)))
        (loop (second others) (rest next) group)
        (progn (%loop-equals-group state (reverse group) (or joined (if (%loop-word? (first others) '(and)) (list (table-ref state 'steps)) nil))) others)))))

(defproc %loop-equals-group (state group joined)
  "Adds the variables of `for v = x then y and ...`: each is a list of pattern, first value and next value. If they are joined to others, the next
values are computed before those are stepped."
  (let* ((known (map-with (lambda (g) (gensym "next")) group))
         (group (if joined (map-with (lambda (g n) (if (= (second g) (third g)) g (list (first g) (second g) n (third g)))) group known) group))
         (later (if joined (remove nil (map-with (lambda (g n) (if (fourth g) (list n (fourth g)) nil)) group known)) nil))
         (first-turn (gensym "first")) (variables (append-map (lambda (g) (%pattern-variables (first g))) group)))
    (when later
      (%loop-add state 'bindings (map-with (lambda (l) (list (first l) nil)) later))
      (let* ((before (first joined)) (all (table-ref state 'steps)) (since (list-head all (- (list-length all) (list-length before)))))
        (table-set! state 'steps (append since (reverse (map-with (lambda (l) (list setq (first l) (second l))) later)) before))))
    (if (every? (lambda (g) (= (second g) (third g))) group)
      (%loop-iteration state nil variables nil (%loop-parallel group second) nil)
      (%loop-iteration state
        (list (list first-turn t))
        variables
        nil
        (list
          (list if first-turn
            (list* progn (list setq first-turn nil) (%loop-parallel group second))
            (cons progn (%loop-parallel group third))))
        nil))))

(defproc %loop-parallel (group value)
  "The forms that assign the values of a group, all computed before, to its variables."
  (if (null? (rest group))
    (%loop-assignments (first (first group)) (value (first group)))
    (let ((names (map-with (lambda (g) (gensym "value")) group)))
      (list
        (list* let (map-with (lambda (n g) (list n (value g))) names group)
          (apply append (map-with (lambda (n g) (%loop-assignments (first g) n)) names group)))))))

(defproc %loop-for-number (state variable clauses)
  "`for v from a to b by c` and its kin."
  (let loop ((l clauses) (from nil) (end nil) (by nil) (down nil) (test nil))
    (let ((word (if (pair? l) (%loop-word (first l)) nil)))
      (case word
        ((from upfrom) (loop (cddr l) (list (second l)) end by down test))
        (downfrom (loop (cddr l) (list (second l)) end by t test))
        ((to upto) (loop (cddr l) from (list (second l)) by down 'to))
        (downto (loop (cddr l) from (list (second l)) by t 'to))
        (below (loop (cddr l) from (list (second l)) by down 'beyond))
        (above (loop (cddr l) from (list (second l)) by t 'beyond))
        (by (loop (cddr l) from end (list (second l)) down test))
        (t
          (let* ((last-name (if (and end (pair? (first end))) (gensym "end") (first end)))
                 (step-name (if (and by (pair? (first by))) (gensym "by") (if by (first by) 1)))
                 (operator (if (= test 'to) (if down < >) (if down <= >=))))
            (%loop-iteration state
              (append
                (list (list variable (if from (first from) 0)))
                (if (and end (pair? (first end))) (list (list last-name (first end))) nil)
                (if (and by (pair? (first by))) (list (list step-name (first by))) nil))
              nil
              (if end (list operator variable last-name) nil)
              nil
              (list (list setq variable (list (if down - +) variable step-name))))
            l))))))

(defproc %loop-for-being (state pattern clauses)
  "`for k being the hash-keys of table [using (hash-value v)]`; symbols of packages there are none."
  (let* ((l (if (%loop-word? (first clauses) '(the each)) (rest clauses) clauses))
         (kind (%loop-word (first l)))
         (table-form (third l))
         (using (%loop-word? (first (cdddr l)) '(using)))
         (other (if using (second (second (cdddr l))) nil))
         (entries (gensym "entries"))
         (keys (member? kind '(hash-key hash-keys)))
         (key (list car (list car entries)))
         (value (list cadr (list car entries))))
    (unless (member? kind '(hash-key hash-keys hash-value hash-values))
      (error (format nil "loop: ~s is not supported after being: only hash-keys and hash-values are" kind)))
    (%loop-iteration state
      (list (list entries (list table->list table-form)))
      (append (%pattern-variables pattern) (if other (list other) nil))
      (list not entries)
      (append
        (%loop-assignments pattern (if keys key value))
        (if other (list (list setq other (if keys value key))) nil))
      (list (list setq entries (list cdr entries))))
    (if using (cddr (cdddr l)) (cdddr l))))

; Putting the parts together

(defproc %loop-expansion (state)
  "The form that the state describes."
  (let* ((name (table-ref state 'name))
         (again (gensym "again"))
         (ended (gensym "ended"))
         (bindings (apply append (%loop-part state 'bindings)))
         (after (%loop-part state 'after))
         (result (or (table-ref state 'result) (table-ref state 'default)))
         (body (append (%loop-part state 'body) (%loop-part state 'steps))))
    (list block name
      (list let* bindings
        (cons progn (%loop-part state 'before))
        (list* block ended
          (let ((turns (list let again nil (cons progn (%loop-ends body ended)) (list again))))
            (if (%mentions? '(loop-finish) body)
              (list (list %macrolet (list (list 'loop-finish (list %make-macro (list lambda '(arguments) (list quote (list return-from ended nil))) ''loop-finish))) turns))
              (list turns))))
        (cons progn after)
        result))))

(defproc %loop-ends (forms ended)
  "The forms, where `(end-of-loop)` leaves the block in which the turns are."
  (map-with (lambda (form) (%loop-end form ended)) forms))

(defproc %loop-end (form ended)
  "Likewise for one form. Only what this file makes is looked into: a test at the beginning of a turn, and what `while` and `until` become."
  (cond
    ((not (pair? form)) form)
    ((and (member? (first form) (list when unless)) (= (third form) '(end-of-loop)))
      (list (first form) (second form) (list return-from ended nil)))
    ((= (first form) progn)
      (cons progn (map-with (lambda (f) (%loop-end-of-test f ended)) (rest form))))
    (t form)))

(defproc %loop-end-of-test (form ended)
  "The test at the beginning of a turn."
  (if (and (pair? form) (= (first form) when) (= (third form) '(end-of-loop)))
    (list when (second form) (list return-from ended nil))
    form))

(defmacro loop-finish ()
  "Ends the turns of the innermost `loop`, as if a test had: what comes at the end is done, and what was collected is the value.

(loop for i in '(1 2 0 3) when (= i 0) do (loop-finish) collect i)  ;=> (1 2)
(loop-finish)                                                       ;!! user-error"
  (error "loop-finish: there is no loop around it"))
