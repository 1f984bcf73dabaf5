; Nondeterminism: expressions that have several values, tried one after the other.
;
; `(amb a b)` has the value of `a`; if the program fails later, it goes back there and tries `b`. McCarthy gave the
; operator its name (1963); most of the other names are those of Screamer (Siskind and McAllester, 1993), which made it
; a tool for search.
;
; The search is depth-first: the latest choice with an alternative left is tried next. So an endless choice hides the
; alternatives of all choices before it, and those after it are cheap.
;
; Each choice is a continuation of `call/cc`. What is changed by an ordinary `setq` stays changed when the program goes
; back; what is changed inside of `local` does not. Forms like `all-values` search for themselves: a failure inside of
; one never goes back to a choice outside of it, and its choices are gone when it is left.

(provide 'amb 'either 'fail 'require-that 'reset-choices
         'a-member-of 'an-integer-between 'an-integer-above 'a-boolean
         'one-value 'all-values 'ith-value 'for-effects 'print-values 'best-value 'possibly? 'necessarily?
         'count-failures
         'solutions 'stream-first 'stream-rest 'stream->list 'do-stream
         'local 'global 'trail)

; Choices to resume at a failure, the latest first: a function is a choice and goes on with its next alternative; a list
; of a function undoes something.
(setq *trail* nil)

; The end of the trail that belongs to the search that is running: of its choices, nothing or one that ends it.
(setq *bottom* nil)

; Failures so far, for `count-failures`.
(setq *failures* 0)

; Choices

(defproc fail ()
  "Goes back to the latest choice that has an alternative left. Without one, this is an error, or the end of the search
that the form around it makes.

(all-values (fail))                              ;=> nil
(all-values (let ((x (amb 1 2 3))) (if (= x 2) (fail) x)))  ;=> (1 3)
(fail)                                           ;!! user-error"
  (setq *failures* (+ *failures* 1))
  (let loop ()
    (if (null? *trail*) (error "fail: no choice has an alternative left"))
    (let ((entry (first *trail*)))
      (setq *trail* (rest *trail*))
      (if (pair? entry)
        (progn ((first entry)) (loop))
        (entry)))))

(defmacro require-that (&rest conditions)
  "Fails unless all the conditions are true. Returns the value of the last one.

(all-values (let ((x (an-integer-between 1 9))) (require-that (odd? x) (> x 4)) x))  ;=> (5 7 9)"
  `(or (and ,@conditions) (,fail)))

(defproc reset-choices ()
  "Forgets all choices of the search around it: a failure cannot go back beyond this point. What `local` has changed
stays as it is, too.

(all-values (let ((x (amb 1 2 3))) (when (= x 2) (reset-choices)) x))  ;=> (1 2)"
  (setq *trail* *bottom*)
  nil)

(defproc a-member-of (sequence)
  "An element of a list or vector: the first, and after a failure the next.

(all-values (a-member-of '(a b c)))                                   ;=> (a b c)
(all-values (list (a-member-of '(1 2)) (a-member-of (vector 'x 'y))))  ;=> ((1 x) (1 y) (2 x) (2 y))
(all-values (a-member-of nil))                                        ;=> nil"
  (%check (sequence sequence))
  (let ((elements (if (array? sequence) (array->list sequence) sequence)))
    (cond
      ((null? elements) (fail))
      ((null? (rest elements)) (first elements))
      (t (call/cc (lambda (k)
           (setq *trail* (cons (lambda () (next-element k (rest elements))) *trail*))
           (first elements)))))))

(defproc next-element (k elements)
  (when (rest elements) (setq *trail* (cons (lambda () (next-element k (rest elements))) *trail*)))
  (k (first elements)))

(defproc an-integer-between (low high)
  "An integer from `low` to `high`, both included, in order.

(all-values (an-integer-between 1 5))                                   ;=> (1 2 3 4 5)
(one-value (let ((n (an-integer-between 2 90))) (require-that (= 0 (modulo 91 n))) n))  ;=> 7
(all-values (an-integer-between 3 2))                                   ;=> nil"
  (%check (low number) (high number))
  (cond
    ((> low high) (fail))
    ((= low high) low)
    (t (call/cc (lambda (k)
         (setq *trail* (cons (lambda () (next-integer k (+ low 1) high)) *trail*))
         low)))))

(defproc next-integer (k low high)
  (when (< low high) (setq *trail* (cons (lambda () (next-integer k (+ low 1) high)) *trail*)))
  (k low))

(defproc an-integer-above (low)
  "An integer from `low` on, in order, without end: a choice before it is never gone back to.

(one-value (let ((n (an-integer-above 10))) (require-that (= 0 (modulo n 7))) n))  ;=> 14"
  (%check (low number))
  (call/cc (lambda (k)
    (letrec ((next (lambda (n)
               (setq *trail* (cons (lambda () (next (+ n 1))) *trail*))
               (k n))))
      (next low)))))

(defproc a-boolean ()
  "True, and after a failure nil.

(all-values (list (a-boolean) (a-boolean)))  ;=> ((t t) (t nil) (nil t) (nil nil))"
  (a-member-of '(t nil)))

(defmacro amb (&rest expressions)
  "The value of one of the expressions: of the first, and after each failure of the next. Without expressions it fails.

(all-values (amb 1 2 3))                                       ;=> (1 2 3)
(one-value (let ((a (amb 1 2 3 4 5)) (b (amb 1 2 3 4 5))) (require-that (= (* a b) 12)) (list a b)))  ;=> (3 4)
(all-values (amb (amb) 'x))                                    ;=> (x)
(amb 7)                                                        ;=> 7"
  (choice-among expressions))

(defproc choice-among (expressions)
  (let ((n (length expressions)) (which (gensym "which")))
    (cond
      ((= n 0) `(,fail))
      ((= n 1) (first expressions))
      (t `(let ((,which (,an-integer-between 1 ,n)))
            ,(choose-expression which expressions 1))))))

(defproc choose-expression (which expressions number)
  (if (null? (rest expressions))
    (first expressions)
    `(if (= ,which ,number) ,(first expressions) ,(choose-expression which (rest expressions) (+ number 1)))))

; Searches

; The value of a search that has failed. Functions are equal only to themselves.
(defproc nothing () nil)

; Calls `body` with no choices but its own. The value is that of `body`, or of the body that a failure has gone back
; into; `nothing` after the last failure. However it is left: its choices are forgotten and its local changes undone.
(defproc search (body)
  (let ((end nil))
    (%let-dynamic ((*trail* nil) (*bottom* nil))
      (unwind-protect
        (call/cc (lambda (k)
          (setq end (lambda () (k nothing)))
          (setq *bottom* (list end))
          (setq *trail* *bottom*)
          (body)))
        (undo-to end)))))

(defproc undo-to (end)
  (let loop ()
    (unless (null? *trail*)
      (let ((entry (first *trail*)))
        (setq *trail* (rest *trail*))
        (unless (= entry end)
          (when (pair? entry) ((first entry)))
          (loop))))))

(defmacro one-value (expression &optional (otherwise nil given))
  "The first value of an expression; its other alternatives are forgotten. If it has no value: the value of `otherwise`,
or without that a failure of the search around it.

(one-value (let ((x (amb 1 2 3))) (require-that (> x 1)) x))  ;=> 2
(one-value (fail) 'none)                                      ;=> none
(all-values (list (amb 'a 'b) (one-value (amb 1 2))))         ;=> ((a 1) (b 1))"
  `(,value-or-else (lambda () ,expression) (lambda () ,(if given otherwise `(,fail)))))

(defproc value-or-else (body otherwise)
  (let ((value (search body)))
    (if (= value nothing) (otherwise) value)))

(defmacro all-values (&body body)
  "A list of all values of a body, in the order in which they are found.

(all-values (amb 1 2 3))                                   ;=> (1 2 3)
(all-values (+ (amb 1 2) (amb 10 20)))                     ;=> (11 21 12 22)
(all-values (list (amb 1 2) (all-values (amb 'a 'b))))     ;=> ((1 (a b)) (2 (a b)))"
  `(,collect-values (lambda () ,@body)))

(defproc collect-values (body)
  (let ((values nil))
    (search (lambda () (setq values (cons (body) values)) (fail)))
    (reverse values)))

(defmacro for-effects (&body body)
  "Evaluates a body with all alternatives of its choices, for what it does. Returns nil.

(for-effects (display (amb 1 2 3)))  ;>> 123
(for-effects (amb 1 2 3))            ;=> nil"
  `(,run-for-effects (lambda () ,@body)))

(defproc run-for-effects (body)
  (search (lambda () (body) (fail)))
  nil)

(defmacro ith-value (i expression &optional (otherwise nil given))
  "Value number `i` of an expression, counted from 0; if it has fewer: the value of `otherwise`, or without that a
failure.

(ith-value 2 (amb 'a 'b 'c 'd))        ;=> c
(ith-value 9 (amb 'a 'b) 'fewer)       ;=> fewer"
  (with-names (left value)
    `(let ((,left ,i))
       (,value-or-else
         (lambda ()
           (let ((,value ,expression))
             (if (= ,left 0) ,value (progn (setq ,left (- ,left 1)) (,fail)))))
         (lambda () ,(if given otherwise `(,fail)))))))

(defmacro print-values (expression &key limit ask)
  "Prints the values of an expression, each on a line of its own as soon as it is found: at most `limit` of them, and
only as long as the function `ask`, which gets each value, returns true. Returns how many it has printed. For a
dialogue, `ask` may read an answer.

(print-values (amb 'a) :limit 2)                             ;>> a
(print-values (amb 1 2 3) :ask (lambda (value) (< value 1)))   ;>> 1"
  `(,print-each (lambda () ,expression) ,limit ,ask))

(defproc print-each (body limit ask)
  (let ((printed 0))
    (unless (and limit (<= limit 0))
      (search (lambda ()
        (let ((value (body)))
          (print value)
          (setq printed (+ printed 1))
          (when (and (or (null? limit) (< printed limit)) (or (null? ask) (ask value)))
            (fail))))))
    printed))

(defmacro best-value (expression score &optional (otherwise nil given))
  "The first value of an expression for which the function `score` is greatest. If it has no value: the value of
`otherwise`, or without that a failure.

(best-value (an-integer-between 0 9) (lambda (n) (modulo (* n n) 7)))  ;=> 2
(best-value (fail) identity 'none)                                     ;=> none"
  `(,best-of (lambda () ,expression) ,score (lambda () ,(if given otherwise `(,fail)))))

(defproc best-of (body score otherwise)
  (let ((best nothing) (highest nil))
    (search (lambda ()
      (let* ((value (body)) (its-score (score value)))
        (when (or (null? highest) (> its-score highest))
          (setq best value)
          (setq highest its-score))
        (fail))))
    (if (= best nothing) (otherwise) best)))

(defmacro possibly? (&body body)
  "Returns whether the body has a value that is true.

(possibly? (= 0 (modulo 91 (an-integer-between 2 90))))  ;=> t
(possibly? (= 0 (modulo 97 (an-integer-between 2 96))))  ;=> nil"
  `(,some-value? (lambda () ,@body) (lambda (value) value)))

(defmacro necessarily? (&body body)
  "Returns whether all values of the body are true. This holds, too, if it has none.

(necessarily? (< (an-integer-between 1 9) 10))  ;=> t
(necessarily? (< (an-integer-between 1 9) 9))   ;=> nil"
  `(,not (,some-value? (lambda () ,@body) ,not)))

(defproc some-value? (body accept?)
  (not (= nothing (search (lambda () (or (accept? (body)) (fail)) t)))))

(defmacro count-failures (&body body)
  "The value of the body and, as second value, the number of failures on the way to it: how much search there was.

(receive all (count-failures (one-value (let ((x (amb 1 2 3))) (require-that (= x 3)) x))) all)  ;=> (3 2)"
  (with-names (before value)
    `(let* ((,before (,failures-so-far)) (,value (progn ,@body)))
       (,values ,value (,- (,failures-so-far) ,before)))))

(defproc failures-so-far () *failures*)

; Streams of solutions

; A solution that has been found, and how to go on: `rest` is the stream of the others once `known?`, and before a
; function that finds it.
(defrecord solution-stream value rest known?)

(defmacro solutions (expression &key limit)
  "The values of an expression as a stream: nil, or a first value and the stream of the rest, which is searched for when
it is asked for. At most `limit` values.

Between two values the search waits: a cleanup of `unwind-protect` in the expression does not run then, and what `local`
has changed stays changed.

(stream->list (solutions (amb 1 2 3)))                        ;=> (1 2 3)
(stream->list (solutions (an-integer-above 1) :limit 4))      ;=> (1 2 3 4)
(let* ((s (solutions (* 2 (an-integer-above 1)))) (more (stream-rest s))) (list (stream-first s) (stream-first more) (stream-first s)))  ;=> (2 4 2)
(solutions (fail))                                            ;=> nil"
  `(,stream-of-values (lambda () ,expression) ,limit))

(defproc stream-of-values (body limit)
  ; The search is a coroutine, whose stack begins at `base`, and `return` is where the demand for a value waits that it
  ; works for. Going from one to the other is not leaving: no cleanup runs. The answer to a demand is a function that
  ; the demand calls, so that errors are raised there.
  (let ((base nil) (return nil) (found 0))
    (letrec ((demand (lambda (choices bottom go-on)
               (let ((answer
                      (%let-dynamic ((*trail* choices) (*bottom* bottom))
                        (call/cc (lambda (k)
                          (setq return k)
                          (if base
                            (%switch base go-on)
                            ((call/cc (lambda (b) (setq base b) go-on)))))))))
                 (answer))))
             (hand-out (lambda (value number choices bottom)
               (%switch return (lambda ()
                 (if (= number limit)
                   (make-solution-stream value nil t)
                   (make-solution-stream value
                     (lambda () (demand choices bottom (lambda () (setq found number) (fail))))
                     nil)))))))
      (unless (= limit 0)
        (let ((bottom (list (lambda () (%switch return (lambda () nil))))))
          (demand bottom bottom
            (lambda ()
              (let ((value
                     (catch-and-apply nil (lambda (tag value) (%switch return (lambda () (throw tag value))))
                       (body))))
                (setq found (+ found 1))
                (hand-out value found *trail* *bottom*)))))))))

(defproc stream-first (stream)
  "The first value of a stream of solutions; nil of the empty stream.

(stream-first (solutions (amb 'a 'b)))  ;=> a
(stream-first nil)                      ;=> nil
(stream-first 3)                        ;!! wrong-type"
  (%check (stream solution-stream-or-nil))
  (if (null? stream) nil (solution-stream-value stream)))

(defproc stream-rest (stream)
  "The values of a stream after the first, again as a stream. They are searched for only once.

(stream-first (stream-rest (solutions (amb 'a 'b))))  ;=> b
(stream-rest (solutions (amb 'a)))                    ;=> nil"
  (%check (stream solution-stream-or-nil))
  (cond
    ((null? stream) nil)
    ((solution-stream-known? stream) (solution-stream-rest stream))
    (t (let ((others ((solution-stream-rest stream))))
         (set-solution-stream-rest! stream others)
         (set-solution-stream-known?! stream t)
         others))))

(defproc stream->list (stream &optional limit)
  "The values of a stream, or the first `limit` of them.

(stream->list (solutions (amb 1 2 3)))             ;=> (1 2 3)
(stream->list (solutions (an-integer-above 1)) 3)  ;=> (1 2 3)"
  (%check (stream solution-stream-or-nil) (limit count-or-nil))
  (let loop ((s stream) (n 0) (l nil))
    (cond
      ((null? s) (reverse l))
      ((and limit (>= n limit)) (reverse l))
      ((and limit (= (+ n 1) limit)) (reverse (cons (stream-first s) l)))
      (t (loop (stream-rest s) (+ n 1) (cons (stream-first s) l))))))

(defmacro do-stream (binding &body body)
  "Evaluates the body with `name` bound to each value of a stream in turn; `(do-stream (name stream [result]) body...)`.
`(return value)` ends the loop, and no further value is searched for.

(do-stream (x (solutions (amb 1 2 3))) (display x))                                        ;>> 123
(do-stream (x (solutions (an-integer-above 1))) (when (> (* x x) 50) (return x)))          ;=> 8"
  (with-names (others next)
    `(block nil
       (let ,next ((,others ,(second binding)))
         (if (,null? ,others)
           ,(third binding)
           (progn
             (let ((,(first binding) (,stream-first ,others))) ,@body)
             (,next (,stream-rest ,others))))))))

; Changes that are undone

(defproc trail (undo)
  "Registers the function `undo`, of no arguments, to be called when the program backtracks beyond this point or leaves
the search.

(all-values (let ((x (amb 1 2))) (trail (lambda () (display (- x)))) (display x) x))  ;>> 1-12-2"
  (%check (undo function))
  (setq *trail* (cons (list undo) *trail*))
  nil)

(defmacro local (&body body)
  "Evaluates the body; what its assignments change is put back when the program fails back beyond them, or leaves the
search. Assignments are `setq`, what macros make of `inc!`, `push!` and the like, `aset`, `set-array-element`,
`table-set!`, `set-car!` and `set-cdr!`, as far as they are written in the body.

(let ((n 0)) (list (all-values (amb 1 2 3) (local (inc! n)) n) n))  ;=> ((1 1 1) 0)
(let ((n 0)) (list (all-values (amb 1 2 3) (inc! n) n) n))          ;=> ((1 2 3) 3)
(let ((v (vector 0 0))) (all-values (local (aset v (amb 0 1) 'x)) (array->list v)))  ;=> ((x 0) (0 x))"
  `(progn ,@(map-with undoable body)))

(defmacro global (&body body)
  "Evaluates the body; inside of `local`, its assignments are for good.

(let ((n 0) (m 0)) (list (all-values (local (amb 1 2) (inc! n) (global (inc! m)) (list n m))) n m))  ;=> (((1 1) (1 2)) 0 2)"
  `(progn ,@body))

; A form with its assignments made undoable.
(defproc undoable (form)
  (if (not (pair? form))
    form
    (let ((head (first form)))
      (case head
        ((quote global local) form)
        ((quasi-quote quasiquote) (undoable-template form 0))
        ; The name of a function, or a lambda expression.
        ((function) (list head (undoable (second form))))
        ((setq) `(progn ,@(undoable-settings (rest form))))
        ((aset set-array-element table-set! set-car! set-cdr!)
         `(,(undoing head) ,@(map-with undoable (rest form))))
        ((lambda) `(lambda ,(second form) ,@(map-with undoable (cddr form))))
        ((let let* letrec dolist dotimes)
         (if (or (null? (second form)) (pair? (second form)))
           `(,head ,(undoable-bindings head (second form)) ,@(map-with undoable (cddr form)))
           `(,head ,(second form) ,(map-with undoable-binding (third form)) ,@(map-with undoable (rest (cddr form))))))
        ((case) `(case ,(undoable (second form))
                   ,@(map-with (lambda (clause) (cons (first clause) (map-with undoable (rest clause)))) (cddr form))))
        ((cond) `(cond ,@(map-with (lambda (clause) (map-with undoable clause)) (rest form))))
        (t (let ((expanded (if (symbol? head) (expand-macro-once form) form)))
             (if (= expanded form)
               (map-with undoable form)
               (undoable expanded))))))))

; The template of a quasi-quotation: what is unquoted in as many quasi-quotations is evaluated.
(defproc undoable-template (template depth)
  (if (not (pair? template))
    template
    (case (first template)
      ((quasi-quote quasiquote)
       (list (first template) (undoable-template (second template) (+ depth 1))))
      ((unquote unquote-splicing)
       (list (first template)
         (if (= depth 1) (undoable (second template)) (undoable-template (second template) (- depth 1)))))
      (t (cons (undoable-template (first template) depth) (undoable-template (rest template) depth))))))

(defproc undoable-bindings (head bindings)
  (if (member? head '(dolist dotimes))
    (cons (first bindings) (map-with undoable (rest bindings)))
    (map-with undoable-binding bindings)))

(defproc undoable-binding (binding)
  (if (pair? binding) (cons (first binding) (map-with undoable (rest binding))) binding))

(defproc undoable-settings (settings)
  (if (null? settings)
    nil
    (let ((variable (first settings)) (old (gensym "old")) (new (gensym "new")))
      (cons
        `(let* ((,new ,(undoable (second settings))) (,old ,variable))
           (,trail (lambda () (setq ,variable ,old)))
           (setq ,variable ,new))
        (undoable-settings (cddr settings))))))

; The function that changes a place like the one named, and has it put back.
(defproc undoing (name)
  (case name
    ((aset)
     (lambda (array index next &rest more)
       (if (null? more)
         (let ((old (aref array index)))
           (trail (lambda () (aset array index old)))
           (aset array index next))
         (let* ((coordinates (list* index next (take (- (length more) 1) more)))
                (old (get-array-element array coordinates)))
           (trail (lambda () (set-array-element array coordinates old)))
           (set-array-element array coordinates (last more))))))
    ((set-array-element)
     (lambda (array coordinates value)
       (let ((old (get-array-element array coordinates)))
         (trail (lambda () (set-array-element array coordinates old)))
         (set-array-element array coordinates value))))
    ((table-set!)
     (lambda (table key value)
       (let ((known? (table-has? table key)) (old (table-ref table key)))
         (trail (lambda () (if known? (table-set! table key old) (table-remove! table key))))
         (table-set! table key value))))
    ((set-car!)
     (lambda (pair value)
       (let ((old (first pair))) (trail (lambda () (set-car! pair old))) (set-car! pair value))))
    (t
     (lambda (pair value)
       (let ((old (rest pair))) (trail (lambda () (set-cdr! pair old))) (set-cdr! pair value))))))
