; Common Lisp: `loop`.
;
; The clauses are read from left to right into a state, a table whose lists are in reverse order. Then the parts are put
; together: bindings, what is done before the first iteration, the iteration itself (tests and steps of the iterations,
; the body), what is done at the end.
;
; The loop is one named `let` without variables, in which everything is assigned. Iterations (iteration.lisp) step and
; test one after the other, as they stand: those that stand before all else do so before the named `let` and at the end
; of each iteration.

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
  "Returns whether `x` is one of these words."
  (and (%loop-word x) (member? (%loop-word x) words)))

(setq %loop-words
  '(for as with repeat while until always never thereis do doing collect collecting append appending nconc nconcing sum
    summing count counting
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
    (table-set! state 'ended (gensym "ended"))
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
      (while (%loop-add state 'body (list unless (first more) (list return-from (table-ref state 'ended) nil)))
        (rest more))
      (until (%loop-add state 'body (list when (first more) (list return-from (table-ref state 'ended) nil)))
        (rest more))
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
          (%loop-add state 'body
                     (list let (list (list value (first more))) (list when value (%loop-return state value))))
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

; Actions: what an iteration does. Two values: the form, and the clauses after it.

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
      ((collect collecting append appending nconc nconcing count counting sum summing maximize maximizing minimize
                minimizing)
        (%loop-accumulation state word more))
      (t
        (if (pair? (first clauses))
          (%loop-error "~s begins no clause: forms come after the word do" (first clauses))
          (%loop-error "~s begins no clause" (first clauses)))))))

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
  "Parses a clause that collects or counts."
  (let* ((expression (first clauses))
         (into (%loop-word? (second clauses) '(into)))
         (others (if into (cdddr clauses) (rest clauses)))
         (others (%loop-skip-type others))
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

(defproc %loop-accumulator (state name kind)
  "The variable that an accumulation goes to: the named one, or the loop's own."
  (let* ((known (assoc name (table-ref state 'accumulators))))
    (when (and known (not (= (third known) kind)))
      (%loop-error "~:[the result~;~:*~s~] is accumulated in two ways that do not go together" name))
    (if known
      (second known)
      (let ((variable (or name (gensym "result"))))
        (%loop-add state 'accumulators (list name variable kind))
        (%loop-add state 'bindings (list (list variable (if (= kind 'sum) 0 nil))))
        (when (null? name) (table-set! state 'result variable))
        (when (= kind 'list)
          (let ((last-pair-name (gensym "last")))
            (%loop-add state 'tails (list variable last-pair-name))
            (%loop-add state 'bindings (list (list last-pair-name nil)))))
        variable))))

(defproc %loop-collect (state variable list-form)
  "Appends a list to the one in the variable, whose last pair is remembered."
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

; Putting the parts together

(defproc %loop-expansion (state)
  "The form that the state describes."
  (let* ((name (table-ref state 'name))
         (again (gensym "again"))
         (ended (table-ref state 'ended))
         (bindings (apply append (%loop-part state 'bindings)))
         (result (or (table-ref state 'result) (table-ref state 'default))))
    (receive (leading body) (%loop-leading (%loop-part state 'body) nil)
      (let* ((began (if (some? %loop-iteration? body) (gensym "began") nil))
             (turn
               (append
                 (append-map (lambda (part) (%loop-body-forms part began)) body)
                 (if began (list (list setq began t)) nil)
                 (append-map third leading)))
             (turns
               (append
                 (append-map second leading)
                 (list (list let again nil (cons progn turn) (list again))))))
        (list block name
          (list let* (if began (append bindings (list (list began nil))) bindings)
            (cons progn (%loop-part state 'before))
            (list* block ended
              (if (%mentions? '(loop-finish) turn)
                (list
                  (list* %macrolet
                    (list (list 'loop-finish
                                (list %make-macro (list lambda '(arguments) (list quote (list return-from ended nil)))
                                      ''loop-finish)))
                    turns))
                turns))
            (cons progn (%loop-part state 'after))
            result))))))

(defproc %loop-iteration? (part)
  "Returns whether a part of the body is an iteration."
  (and (pair? part) (eq (first part) %loop-iteration-mark)))

(defproc %loop-leading (body leading)
  "Two values: the iterations that stand before all else in the body, and the rest of it."
  (if (and body (%loop-iteration? (first body)))
    (%loop-leading (rest body) (cons (first body) leading))
    (values (reverse leading) body)))

(defproc %loop-body-forms (part began)
  "The forms of a part of the body. An iteration after other parts asks the variable `began` whether this
is its first iteration."
  (if (%loop-iteration? part)
    (list (list if began (cons progn (third part)) (cons progn (second part))))
    (list part)))

(defmacro loop-finish ()
  "Ends the iterations of the innermost `loop`, as if a test had: what comes at the end is done, and what was collected
is the value.

(loop for i in '(1 2 0 3) when (= i 0) do (loop-finish) collect i)  ;=> (1 2)
(loop-finish)                                                       ;!! user-error"
  (error "loop-finish: there is no loop around it"))
