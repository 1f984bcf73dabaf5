; Sudoku for people: the next step and its reason, how hard a puzzle is, and puzzles that are as hard as you wish.
;
; The techniques are those of the field, from singles to forcing chains (Sudoku Explainer, HoDoKu, Andrew Stuart, Denis
; Berthier). Finding their patterns is native; which ones there are, in which order they are tried and how hard each is
; is in a list, `*techniques*`, that a program changes: a technique can be a function of yours.
;
; A step is a list of entries, each a list of name and value: `technique`; `cells` and `digits` of the pattern;
; `groups`, lists of kind and number such as `(row 2)`, counted from 0 as cells are; what is put (`place`) and what goes
; (`remove`), lists of constraints `((row column) digit)`; and where a technique has them `fins`, `colours` (two lists
; of cells that take turns), `chains` (lists of cell, digit, and t or nil: it is there or not), `places` (of a chain of
; one digit that goes through several cells at once, lists of these) and `deadlock`, where a trial ends: `(cell)` or
; `(group digit)`; of clues `clue`, which kind it is, and `sum`; of unique rectangles and loops `type`, from 1 to 4.

(require 'search)

; The techniques in the order in which they are tried: name, difficulty, and for those that are not native the function
; of a board that gives a step or nil. A difficulty can be a function of the step. The numbers are those of Sudoku
; Explainer and of Sukaku Explainer, its successor; techniques that neither knows stand beside those that they take the
; place of. How long chains are adds to them. An XY-chain is a forcing chain here, as it is there, because the shortest
; chain is the one to be told; `xy-chain`, which looks for nothing else, is there for lists of your own.
(setq *techniques*
  '((full-house 1.0) (hidden-single 1.2) (hidden-single-line 1.5) (naked-single 2.3)
    (clue 2.4) (rule-of-45 2.5) (pointing 2.6) (claiming 2.8)
    (naked-pair 3.0) (x-wing 3.2) (hidden-pair 3.4) (naked-triple 3.6) (swordfish 3.8) (hidden-triple 4.0)
    (turbot-fish 4.1) (xy-wing 4.2) (simple-colouring 4.3) (grouped-turbot-fish 4.3) (xyz-wing 4.4)
    (unique-rectangle 4.5) (finned-x-wing 4.6) (unique-loop 4.7) (remote-pairs 4.8)
    (naked-quad 5.0) (jellyfish 5.2) (hidden-quad 5.4)
    (short-x-chain 5.4) (wxyz-wing 5.5) (bug-plus-one 5.6) (grouped-x-chain 5.7) (finned-swordfish 5.8)
    (vwxyz-wing 6.3) (x-chain 6.6) (w-wing 7.1) (forcing-chain 7.0) (nishio 7.5)
    (cell-forcing-chains 8.0) (unit-forcing-chains 8.0)
    (forcing-net 8.5) (deep-forcing-net 9.0) (nested-forcing-net 9.5)))

; The techniques that suppose a puzzle with one solution. What they find counts only if the digits that are there have
; one.
(setq *techniques-for-one-solution* '(unique-rectangle unique-loop bug-plus-one))

; The names of the parts of steps. For techniques with other parts, add their names: (push! 'mine *step-parts*).
(setq *step-parts*
  '(technique cells digits groups place remove fins colours chains places deadlock clue sum type reason))

(defproc step-ref (step name)
  "Returns the part of a step with a name; nil if this step has no such part, though others do.

(step-ref '((technique naked-single) (place (((0 1) 4)))) 'place)   ;=> (((0 1) 4))
(step-ref '((technique naked-single) (place (((0 1) 4)))) 'remove)  ;=> nil
(step-ref '((technique naked-single) (place (((0 1) 4)))) 'cell)    ;!! user-error"
  (%check (step list))
  (let ((entry (assoc name step)))
    (cond
      (entry (second entry))
      ((member? name *step-parts*) nil)
      (t (error (format nil "step-ref: no step has a part ~s; parts are ~{~a~^, ~}" name *step-parts*))))))

; Finding steps

(defproc next-step (board &optional techniques)
  "The easiest step that can be made: that of the first of the techniques (`*techniques*` if left out) which finds one.
Nil if none does. A board on which no cell is settled is a puzzle as it was read: its givens leave the cells that see
them first. Techniques that suppose one solution (`*techniques-for-one-solution*`) are used where a search finds that
there is one, in 1,000 nodes on 81 cells and in more on larger boards. The board is not changed.

(step-ref (next-step (read-puzzle \"12343.12.1434321\")) 'technique)   ;=> full-house
(step-ref (next-step (read-puzzle \"12343.12.1434321\")) 'place)  ;=> (((1 1) 4))
(next-step (board 4))                                            ;=> nil"
  (%check (board state) (techniques list))
  (let ((copy (duplicate board)))
    (and (%start-steps copy) (%find copy (%parts (or techniques *techniques*)) (%asked-once copy)))))

(defproc apply-step! (board step)
  "Makes a step on the board. Returns the board, or nil if that leaves a cell without candidates: then the puzzle has no
solution.

(let ((b (read-puzzle \"12343.12.1434321\"))) (board->line (apply-step! b (next-step b))))  ;=> \"1234341221434321\"
(apply-step! (read-puzzle \"11..............\") '((place (((0 0) 1)))))                    ;=> nil"
  (%check (board state) (step list))
  (and (%start-steps board)
       (%apply board step)))

(defproc %apply (board step)
  (and (every? (lambda (c) (eliminate! board (first (first c)) (second (first c)) (second c))) (step-ref step 'remove))
       (every? (lambda (c) (propagate-constraint board c)) (step-ref step 'place))
       board))

(defproc %parts (techniques)
  "The techniques in runs: lists of the names of native ones one after the other, and techniques with a function."
  (let loop ((techniques techniques) (run nil) (parts nil))
    (let ((with-run (if run (cons (list nil (reverse run)) parts) parts)))
      (cond
        ((null? techniques) (reverse with-run))
        ((not (%technique? (first techniques))) (%refuse-technique (first techniques)))
        ((third (first techniques))
          (loop (rest techniques) nil (cons (list (third (first techniques)) (first (first techniques))) with-run)))
        (t (loop (rest techniques) (cons (first (first techniques)) run) parts))))))

(defproc %technique? (technique)
  (and (pair? technique) (symbol? (first technique))
       (pair? (rest technique)) (or (number? (second technique)) (procedure? (second technique)))
       (list? (rest (rest technique))) (or (null? (third technique)) (procedure? (third technique)))))

(defproc %own-step (part board)
  "Returns the step that a technique of the program finds, which is a list, or nil. Counts the call."
  (let* ((function (first part)) (name (second part)) (step (function board)))
    (unless (%step? step) (%refuse-step name step "nil or a step" function))
    (unless (%on-board? board step) (%refuse-step name step "of cells and digits of the board" function))
    ; The same step would be found again, without end.
    (unless (or (null? step) (%changes? board step))
      (%refuse-step name step "a step that changes something" function))
    (let ((calls (table-ref %technique-calls name '(0 0))))
      (table-set! %technique-calls name (list (+ (first calls) 1) (+ (second calls) (if step 1 0)))))
    step))

(setq %technique-calls (make-table))

(defproc technique-calls ()
  "Returns how often the functions of techniques of your own were asked for a step since the module was loaded, and how
often they found one: a list of the technique's name and both numbers for each.

(progn (next-step (board 4) (list (list 'mine 1.0 (lambda (board) nil)))) (technique-calls))  ;=> ((mine 1 0))"
  (map-with (lambda (entry) (cons (first entry) (second entry))) (table->list %technique-calls)))

(defproc %step? (step)
  "Returns whether `step` is nil or has the shape of a step."
  (and (list? step)
       (every?
         (lambda (entry)
           (and (pair? entry) (symbol? (first entry)) (pair? (rest entry))
                (or (not (member? (first entry) '(cells digits groups place remove fins colours chains places)))
                    (list? (second entry)))))
         step)
       (or (null? step) (step-ref step 'technique))
       (every?
         (lambda (c)
           (and (list? c) (= (length c) 2) (list? (first c)) (= (length (first c)) 2)
                (every? integer? (cons (second c) (first c)))))
         (append (step-ref step 'place) (step-ref step 'remove)))))

(defproc %on-board? (board step)
  (let ((size (array-dimensions board)) (digits (%all-digits board)))
    (every?
      (lambda (c)
        (and (< -1 (first (first c)) (first size)) (< -1 (second (first c)) (second size)) (member? (second c) digits)))
      (append (step-ref step 'place) (step-ref step 'remove)))))

(defproc %changes? (board step)
  (or (some?
        (lambda (c) (not (and (settled? board (first c)) (= (candidates board (first c)) (list (second c))))))
        (step-ref step 'place))
      (some? (lambda (c) (member? (second c) (candidates board (first c)))) (step-ref step 'remove))))

(defproc %find (board parts one-solution?)
  "The step of the first part that finds one; of techniques that suppose one solution only if the function says so."
  (dolist (part parts)
    (let ((step (if (first part) (%own-step part board) (%find-step board (second part)))))
      (when (and step (member? (step-ref step 'technique) *techniques-for-one-solution*) (not (one-solution?)))
        (setq step
          (and (null? (first part))
               (%find-step board (set-difference (second part) *techniques-for-one-solution*)))))
      (when step (return step)))))

(defproc %asked-once (board)
  "A function that says whether a board has one solution: what it has found out when it was called first. Only single
candidates count, not what steps have left of the others: a pattern that could be exchanged is wrong because of the
digits that are there. Called with a name, it says instead whether that is its answer: `yes`, `no`, `undecided` if the
search for another solution did not come to an end, nil if it has not been asked."
  (let ((answer nil) (cells (apply * (array-dimensions board))))
    (lambda (&optional name)
      (unless (or answer name)
        (let ((puzzle (%blank board)))
          (dolist (given (board->constraints board)) (%put! puzzle given))
          ; Nodes: a thousand for 81 cells, and with the square of their number, because paths get longer, too.
          (setq answer
            (with-budget (:nodes (quotient (* 1000 cells cells) 6561) :else 'undecided)
              (if (unique? puzzle) 'yes 'no)))))
      (= answer (or name 'yes)))))

; Going on

(defproc solve-by-techniques (board &optional found techniques)
  "Goes on by the techniques (`*techniques*` if left out) as far as they lead: the board after that, or nil after a
contradiction. `found` is called with the board before each step and with the step. The board itself is not changed.

(board->line (solve-by-techniques (read-puzzle \"1...............\")))      ;=> \"1...............\"
(solved? (solve-by-techniques (read-puzzle \"1.3..2....4...21\")))          ;=> t
(let ((steps 0)) (solve-by-techniques (read-puzzle \"12343.12.1434321\") (lambda (board step) (inc! steps))) steps)  ;=> 2"
  (%check (board state) (techniques list))
  (let* ((board (duplicate board)) (parts (%parts (or techniques *techniques*))) (one-solution? (%asked-once board)))
    (and (%start-steps board)
         (let loop ()
           (let ((step (%find board parts one-solution?)))
             (if step
               (progn
                 (when found (found board step))
                 (and (%apply board step) (loop)))
               board))))))

(defproc %go-on (board parts stops one-solution?)
  "Makes steps until there is none, or one of a technique that is among the stops: the board after that, or nil after a
contradiction; a list of technique, literals and how many such steps were made; and the step that was not made, or nil.
What native techniques find is made natively."
  (let loop ((board board) (made nil))
    (let* ((parts (and board parts))
           (native? (and parts (null? (first (first parts)))))
           (went
             (if native?
               (%advance board (second (first parts)) (append stops *techniques-for-one-solution*))
               (list board nil nil)))
           (board (first went))
           (made (append made (second went)))
           (step
             (cond
               ((null? board) nil)
               ((third went) (%find board parts one-solution?))
               (t (%find board (if native? (rest parts) parts) one-solution?)))))
      (if (or (null? step) (member? (step-ref step 'technique) stops))
        (list board made step)
        (loop (%apply board step) (append made (list (list (step-ref step 'technique) (%literals step) 1))))))))

(defproc steps (board &optional techniques)
  "All steps that the techniques find, one after the other.

(map-with (lambda (step) (step-ref step 'place)) (steps (read-puzzle \"12343.12.1434321\")))  ;=> ((((1 1) 4)) (((2 0) 2)))"
  (let ((all nil))
    (solve-by-techniques board (lambda (board step) (push! step all)) techniques)
    (reverse all)))

; Difficulty

(defproc difficulty (step &optional techniques)
  "Returns the difficulty of a step: that of its technique's entry, and for chains more the longer they are.

(difficulty '((technique naked-pair)))  ;=> 3.0
(difficulty '((technique luck)))        ;!! user-error"
  (%check (step list))
  (let ((base (second (%row (step-ref step 'technique) (or techniques *techniques*)))))
    (if (number? base) (%lengthened base (%literals step)) (base step))))

(defproc %row (technique techniques)
  (or (assoc technique techniques) (error "difficulty: there is no such technique:" technique)))

(defproc %literals (step)
  "Returns the length of the chains of a step together."
  (fold-left + 0 (map-with length (step-ref step 'chains))))

(defproc %lengthened (base literals)
  "A difficulty, and what chains of this number of literals add to it."
  (let ((tenths (%addition literals)))
    (if (= tenths 0) base (/ (round (+ (* 10 base) tenths)) 10.0))))

(defproc %addition (length)
  "Returns the tenths that a chain with this number of links adds, as in Sudoku Explainer: more than 4, 6, 8, 12, 16, 24
..."
  (let loop ((most 4) (odd nil) (tenths 0))
    (if (> length most)
      (loop (if odd (quotient (* most 4) 3) (quotient (* most 3) 2)) (not odd) (+ tenths 1))
      tenths)))

(defproc rate (board &optional techniques)
  "Returns the rating of a puzzle: the difficulty of the hardest step if the easiest is always made. Nil if the
techniques do not solve it; so a puzzle with several solutions has no rating. The scale is about that of Sudoku
Explainer: up to 1.5 easy, to 2.8 medium, to 5 hard, beyond that for those who like chains.

(rate (read-puzzle \"12343.12.1434321\"))  ;=> 1.0
(rate (board 4))                         ;=> nil"
  (second (assoc 'rating (rating-summary board techniques))))

(defproc rating-summary (board &optional techniques)
  "Returns a summary of solving by the techniques: a list of entries, each a list of name and value. `rating`, see
`rate`; `solved`, t or nil; `hardest`, the technique of the hardest step; `steps`, the number of steps; and
`techniques`, a list of technique and number of its steps, in the order of their first use. On large boards there may be
an entry `(undecided t)`: the techniques found a step that supposes one solution and did not make it, because the search
for another solution was given up.

(rating-summary (read-puzzle \"12343.12.1434321\"))  ;=> ((rating 1.0) (solved t) (hardest full-house) (steps 2) (techniques ((full-house 2))))"
  (%check (board state) (techniques list))
  (let* ((most 0.0) (hardest nil) (count 0) (used (make-table)) (techniques (or techniques *techniques*))
         (board (duplicate board)) (parts (%parts techniques)) (one-solution? (%asked-once board))
         ; A technique whose difficulty is a function of the step must stop, so that the function sees the step.
         (stops (map-with first (filter (lambda (row) (not (number? (second row)))) techniques)))
         (add!
           (lambda (technique hard times)
             (setq count (+ count times))
             (table-set! used technique (+ times (table-ref used technique 0)))
             (when (> hard most)
               (setq most hard)
               (setq hardest technique))))
         (end
           (and (%start-steps board)
                (let loop ((board board))
                  (let* ((went (%go-on board parts stops one-solution?)) (board (first went)) (step (third went)))
                    (dolist (made (second went))
                      (add! (first made) (%lengthened (second (%row (first made) techniques)) (second made))
                        (third made)))
                    (if step
                      (progn
                        (add! (step-ref step 'technique) (difficulty step techniques) 1)
                        (awhen (%apply board step) (loop it)))
                      board)))))
         (solved (and end (solved? end))))
    (append
      (list
        (list 'rating (and solved most))
        (list 'solved solved)
        (list 'hardest hardest)
        (list 'steps count)
        (list 'techniques (table->list used)))
      (and (one-solution? 'undecided) '((undecided t))))))
