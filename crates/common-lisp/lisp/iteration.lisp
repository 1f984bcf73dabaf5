; Common Lisp: the variables and iterations of `loop`.
;
; An iteration is a list of six: bindings; variables that begin as nil; the test that ends the loop, or nil; the
; assignments made when it begins; the steps to the next iteration, each a variable and its next value; the assignments
; made after a step. Several that `and` joins become one, in which everything new is computed before anything changes.

; Variables

(defproc %loop-error (control &rest arguments)
  "The error that a `loop` is not written as it should be."
  (#'error 'simple-program-error :format-control (string-append "loop: " control) :format-arguments arguments))

(defproc %loop-type? (x)
  "Returns whether `x` is the name of a type, which some clauses allow."
  (and (symbol? x) (member? x '(fixnum float integer number t single-float double-float real))))

(defproc %loop-typed (clauses)
  "Two values: what a variable of the type that the clauses may begin with is at first, and the clauses after that."
  (let ((first-value (lambda (type)
                       (if (and (symbol? type) (%loop-type? type) (not (= type 't))) (%first-element type) nil))))
    (cond
      ((%loop-word? (first clauses) '(of-type)) (values (first-value (second clauses)) (cddr clauses)))
      ((and (pair? clauses) (%loop-type? (first clauses))) (values (first-value (first clauses)) (rest clauses)))
      (t (values nil clauses)))))

(defproc %loop-skip-type (clauses)
  "The clauses without a type at their beginning."
  (receive (value others) (%loop-typed clauses) others))

(defproc %loop-with (state clauses)
  "`with v = x and w = y`"
  (let loop ((l clauses) (bindings nil))
    (receive (value after) (%loop-typed (rest l))
      (let* ((given (and (pair? after) (%loop-word? (first after) '(=))))
             (all (cons (list (first l) (if given (second after) value)) bindings))
             (others (if given (cddr after) after)))
        (if (%loop-word? (first others) '(and))
          (loop (rest others) all)
          (progn (%loop-add state 'bindings (%loop-bindings (reverse all))) others))))))

(defproc %loop-bindings (bindings)
  "Bindings of patterns as bindings of variables one after the other. Of several, all values are computed first."
  (if (null? (rest bindings))
    (append-map (lambda (b) (%destructure-freely (first b) (second b))) bindings)
    (let ((values (map-with (lambda (b) (gensym "value")) bindings)))
      (append
        (map-with (lambda (v b) (list v (second b))) values bindings)
        (apply append (map-with (lambda (v b) (%destructure-freely (first b) v)) values bindings))))))

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
  (if (and pattern (symbol? pattern))
    (list (list setq pattern source))
    (list (%loop-nested-bindings (%destructure-freely pattern source) (%pattern-variables pattern)))))

(defproc %loop-nested-bindings (bindings variables)
  "Bindings one after the other, where those of the pattern's variables are assignments."
  (cond
    ((null? bindings) nil)
    ((member? (first (first bindings)) variables)
      (list progn (list setq (first (first bindings)) (second (first bindings)))
            (%loop-nested-bindings (rest bindings) variables)))
    (t (list let (list (first bindings)) (%loop-nested-bindings (rest bindings) variables)))))

; Iterations

(defproc %loop-for (state clauses)
  "`for v in list` and its kin, joined by `and` perhaps."
  (let loop ((l clauses) (group nil))
    (receive (iteration others) (%loop-one-for l)
      (if (%loop-word? (first others) '(and))
        (loop (if (%loop-word? (second others) '(for as)) (cddr others) (rest others)) (cons iteration group))
        (progn (%loop-add-iterations state (reverse (cons iteration group))) others)))))

(defproc %loop-repeat (state clauses)
  "`repeat n`"
  (let ((left (gensym "left")))
    (%loop-add-iterations state
      (list (list (list (list left (list %loop-given ''repeat (first clauses) ''real))) nil (list <= left 0) nil
              (list (list left (list - left 1))) nil)))
    (rest clauses)))

(defproc %loop-add-iterations (state group)
  "Adds iterations to the loop: their bindings, and an entry of its body with two lists of forms, for the first
iteration and for every other."
  (let* ((part (lambda (n) (append-map (lambda (i) (nth n i)) group)))
         (end (list return-from (table-ref state 'ended) nil))
         (tests (append-map (lambda (i) (if (third i) (list (list when (third i) end)) nil)) group))
         (steps (part 4))
         (joined (rest group))
         (bindings (part 0)))
    (%loop-add state 'bindings
      (append (if joined (%loop-bindings bindings) bindings) (map-with (lambda (v) (list v nil)) (part 1))))
    (%loop-add state 'body
      (list %loop-iteration-mark
        (append tests (if joined (%loop-parallel (part 3)) (%loop-forms-of (part 3))))
        (append
          (if joined (%loop-parallel steps) (%loop-forms-of steps))
          tests
          (if joined (%loop-parallel (part 5)) (%loop-forms-of (part 5))))))))

(setq %loop-iteration-mark (list 'iteration))

(defproc %loop-forms-of (assignments)
  "The forms of assignments, lists of pattern and value, one after the other."
  (append-map (lambda (a) (%loop-assignments (first a) (second a))) assignments))

(defproc %loop-parallel (assignments)
  "Likewise, all values computed first."
  (if (or (null? assignments) (null? (rest assignments)))
    (%loop-forms-of assignments)
    (let ((names (map-with (lambda (a) (gensym "value")) assignments)))
      (list
        (list* let (map-with (lambda (n a) (list n (second a))) names assignments)
          (apply append (map-with (lambda (n a) (%loop-assignments (first a) n)) names assignments)))))))

(defproc %loop-one-for (clauses)
  "Two values: the iteration that a `for` describes, and the clauses after it."
  (let* ((pattern (first clauses)) (l (%loop-skip-type (rest clauses))) (word (if (pair? l) (%loop-word (first l)) nil))
         (more (rest l)))
    (case word
      ((in on) (%loop-for-list pattern word more))
      (across (%loop-for-across pattern more))
      (= (%loop-for-equals pattern more))
      (being (%loop-for-being pattern more))
      ((from upfrom downfrom to upto downto below above by) (%loop-for-number (or pattern (gensym "number")) l))
      (t (%loop-error "for ~s must be followed by a word such as in, from or across" pattern)))))

(defproc %loop-for-list (pattern word clauses)
  "`for v in list [by f]`, `for v on list [by f]`"
  (let* ((simple (and (= word 'on) pattern (symbol? pattern)))
         (list-name (if simple pattern (gensym "list")))
         (by (%loop-word? (second clauses) '(by)))
         (plain (and by (pair? (third clauses)) (member? (first (third clauses)) '(function quote))))
         (step-name (if (and by (not plain)) (gensym "by") nil))
         (step (cond (plain (list funcall (third clauses) list-name)) (by (list funcall step-name list-name))
                     (t (list cdr list-name))))
         (value (if simple nil (list (list pattern (if (= word 'in) (list car list-name) list-name))))))
    (values
      (list
        (append (list (list list-name (if (= word 'in) (list %loop-given ''in (first clauses) ''list) (first clauses))))
          (if step-name (list (list step-name (third clauses))) nil))
        (if simple nil (%pattern-variables pattern))
        (list not (if (= word 'in) list-name (list pair? list-name)))
        value
        (list (list list-name step))
        value)
      (if by (cdddr clauses) (rest clauses)))))

(defproc %loop-given (clause value type)
  "The value that a clause of a loop is given, which must be of a type."
  (if (or (and (= type 'list) (or (pair? value) (null? value)))
          (and (= type 'real) (exact-integer? value))
          (typep value type))
    value
    (%type-error (string-append "loop, " (string-downcase (symbol->string clause))) value type)))

(defproc %loop-for-across (pattern clauses)
  "`for v across vector`"
  (let* ((vector-name (gensym "vector")) (index (gensym "index")) (end (gensym "end"))
         (value (list (list pattern (list aref vector-name index)))))
    (values
      (list
        (list (list vector-name (list %indexable (list %loop-given ''across (first clauses) ''vector))) (list index 0)
          (list end (list length vector-name)))
        (%pattern-variables pattern)
        (list >= index end)
        value
        (list (list index (list + index 1)))
        value)
      (rest clauses))))

(defproc %indexable (sequence)
  "A vector with the elements of a string; everything else as it is."
  (if (string? sequence) (list->array (string->list sequence)) sequence))

(defproc %loop-for-equals (pattern clauses)
  "`for v = x [then y]`"
  (let ((then (%loop-word? (second clauses) '(then))) (value (list (list pattern (first clauses)))))
    (values
      (list nil (%pattern-variables pattern) nil
        value
        (if then (list (list pattern (third clauses))) value)
        nil)
      (if then (cdddr clauses) (rest clauses)))))

(defproc %loop-for-number (variable clauses)
  "`for v from a to b by c` and its kin. The expressions are evaluated once, in the order in which they stand."
  (let loop ((l clauses) (bindings nil) (start nil) (end nil) (by 1) (down nil) (test nil))
    (let* ((word (if (pair? l) (%loop-word (first l)) nil))
           (simple (and (pair? l) (number? (second l))))
           (name (if simple (second l) (gensym "limit")))
           (with-name (if simple bindings (append bindings (list (list name (%loop-number word (second l))))))))
      (case word
        ((from upfrom downfrom)
          (loop (cddr l) with-name name end by (or down (= word 'downfrom)) test))
        ((to upto downto) (loop (cddr l) with-name start name by (or down (= word 'downto)) 'to))
        ((below above) (loop (cddr l) with-name start name by (or down (= word 'above)) 'beyond))
        (by (loop (cddr l) with-name start end name down test))
        (t
          (when (and down (null? start))
            (%loop-error "for ~s counts downwards and must say from where" variable))
          (values
            (list
              (append bindings (list (list variable (or start 0))))
              nil
              (if end (list (if (= test 'to) (if down < >) (if down <= >=)) variable end) nil)
              nil
              (list (list variable (list (if down - +) variable by)))
              nil)
            l))))))

(defproc %loop-number (clause expression)
  "The expression of a clause of a loop that must be a number."
  (if (number? expression) expression (list %loop-given (list 'quote clause) expression ''real)))

(defproc %loop-for-being (pattern clauses)
  "`for k being the hash-keys of table [using (hash-value v)]`; symbols of packages there are none."
  (let* ((l (if (%loop-word? (first clauses) '(the each)) (rest clauses) clauses))
         (kind (%loop-word (first l)))
         (using (%loop-word? (first (cdddr l)) '(using)))
         (other (if using (second (second (cdddr l))) nil))
         (entries (gensym "entries"))
         (keys (member? kind '(hash-key hash-keys)))
         (key (list car (list car entries)))
         (value (list cadr (list car entries)))
         (parts
           (append
             (list (list pattern (if keys key value)))
             (if other (list (list other (if keys value key))) nil))))
    (unless (member? kind '(hash-key hash-keys hash-value hash-values))
      (%loop-error "~s is not supported after being: only hash-keys and hash-values are" kind))
    (values
      (list
        (list (list entries (list table->list (list %loop-given ''being (third l) ''hash-table))))
        (append (%pattern-variables pattern) (%pattern-variables other))
        (list not entries)
        parts
        (list (list entries (list cdr entries)))
        parts)
      (if using (cddr (cdddr l)) (cdddr l)))))
