; Search on boards: depth first, with every choice in the hands of the program.
;
; A board (`board`, `read-puzzle`, `board-variant`) knows its cells, the digits still possible in each, and the groups
; in which digits differ; the natives propagate. What is here decides: which cell comes next (`choose-cell`), which
; digit first (`order-values`), how much to infer after each assignment (`propagation-level`), and what to watch
; (`on-search-event`). Redefine any of these after `(require 'search)`, and everything below uses the new one.
;
; Stores of variables (`(require 'constraints)`) are searched like boards: a cell is a variable then, a digit one of its
; values.

; Functions that a program can redefine

(defproc propagation-level ()
  "Returns the level of propagation after each assignment: `forward`, `naked`, `hidden`, `locked`, `pairs` or
`distinct`. More costs more at each node and needs fewer of them; this one, `locked`, is about the best for ordinary
sudokus.

(propagation-level)  ;=> locked"
  'locked)

(defproc choose-cell (board)
  "The cell to branch on next, a list of row and column, or nil if the board is solved. This one takes a cell with the
fewest candidates, among those one with the most unsolved neighbours: fewest possibilities first, and where they
constrain most (Brélaz, 1979).

(choose-cell (board 9))                           ;=> (0 0)
(choose-cell (first (find-solutions (board 4) 1)))  ;=> nil"
  (most-constrained board :tie 'degree))

(defproc order-values (board cell)
  "The digits to try in a cell, in the order in which to try them: all of them, each once. This one takes them as they
come: for all solutions the order does not matter, for one it rarely pays on small boards. In a schedule, it tries the
order of two tasks first that the best schedule so far has, or that leaves more room.

(order-values (board 4) '(0 0))  ;=> (1 2 3 4)"
  (%branch-values board cell))

(defproc incomplete-search? ()
  "Returns whether `order-values` may leave values out, and the search solutions. A program that prunes by guess defines
it so that it returns true: what a search finds then need not be all.

(incomplete-search?)  ;=> nil"
  nil)

(defproc on-search-event (event board cell digit)
  "Called by every search before each try, after each contradiction and with each solution. A program redefines it.
`event` is `try` (the search is about to put a digit into a cell), `fail` (that was a contradiction, or for `minimize`
and its relatives no improvement) or `solution` (cell and digit are nil then).

(on-search-event 'try (board 4) '(0 0) 1)  ;=> nil"
  nil)

; Search

(setq %outcome 'unknown)

(defproc search-outcome (&optional ended)
  "Returns how the last search of this engine ended: `none` (there is no solution), `solution` (some were found, there
may be more or better ones), `all` (there are no others), `optimal` (there is no better one), or `unknown` (a budget or
limit has ended it before it found any). `solve`, `count-solutions` and their kin set it, and in the module
`constraints` `minimize` and `maximize`. A search that a program writes itself says with `ended` how it has.

(progn (count-solutions (board 4)) (search-outcome))                              ;=> all
(progn (solve (board 4)) (search-outcome))                                        ;=> solution
(progn (with-budget (:nodes 1) (solve (board 4))) (search-outcome))               ;=> unknown
(progn (solve nil) (search-outcome))                                              ;=> none"
  (if ended (setq %outcome ended) %outcome))

(defproc search (board found)
  "Calls `found` with each solution that the board leads to, depth first, until it returns true; returns that value, or
nil. The board is not changed. It may be nil: a board that a contradiction has left has no solutions.

(search nil board->line)        ;=> nil
(search (board 4) board->line)  ;=> \"1234431234212143\""
  (%check (board state-or-nil) (found function))
  (setq %outcome 'unknown)
  (let* ((start (and board (propagate! (duplicate board) (propagation-level))))
         (turn (and start (%next-propagator start)))
         (result
           (if (and turn (or (= turn t) (%run-propagators start turn)))
             (search-below start found)
             (and board (%note-contradiction board)))))
    (setq %outcome (cond (result 'solution) ((= %outcome 'solution) 'all) (t 'none)))
    result))

(defproc propagate-fixpoint (board)
  "Propagates all constraints of a store, those that are functions included (see `propagator!` of the module
`constraints`), and returns the store, or nil after a contradiction. Returns a board, and nil, unchanged.

(propagate-fixpoint nil)                      ;=> nil
(board->line (propagate-fixpoint (board 1)))  ;=> \"1\""
  (%check (board state-or-nil))
  (and board (%run-propagators board (%next-propagator board))))

(defproc %run-propagators (state turn)
  "Runs the propagators that are functions, from the one whose turn it is (see `%next-propagator`). Returns the state,
or nil after a contradiction."
  (let loop ((turn turn))
    (cond
      ((null? turn) nil)
      ((= turn t) state)
      (t
        (turn state)
        (loop (%next-propagator state))))))

(defproc search-below (board found)
  "Searches like `search`, from a board that has been propagated.

(search-below (board 4) solved?)  ;=> t"
  (%with-choice (cell digits board)
    (progn
      (on-search-event 'solution board nil nil)
      ; `found` may search itself, or leave the search by a throw.
      (setq %outcome 'solution)
      (let ((result (found board)))
        (setq %outcome 'solution)
        result))
    (dolist (digit digits)
      (on-search-event 'try board cell digit)
      (let ((next (%try-value board cell digit (propagation-level))))
        ; A state in which functions propagate comes with the function whose turn it is.
        (when (pair? next)
          (setq next (%run-propagators (first next) (rest next))))
        (if next
          (awhen (search-below next found) (return it))
          (on-search-event 'fail board cell digit))))))

; Questions

(defmacro with-node (label &body body)
  "Evaluates the body as a node of a search that the program makes by itself, and returns its value. The node is counted,
and `klammer search` draws it, with the label, in the node in which it was evaluated. It failed if the value is nil or
false. If there is no other node in it and the value is true, it is a solution.

(progn (reset-search-statistics) (with-node 'a (with-node 'b nil) 5))      ;=> 5
(progn (reset-search-statistics) (with-node 'a (with-node 'b nil)) (search-statistics 'nodes))  ;=> 2
(with-budget (:nodes 3 :else 'enough) (do () (nil) (with-node 'a nil)))    ;=> enough"
  (with-names (node value)
    `(let ((,node (,%enter-node ,label)))
       (,unwind-protect
         (let ((,value (,progn ,@body)))
           (,%node-value ,node ,value)
           ,value)
         (,%leave-node ,node)))))

(defmacro count-nodes (&body body)
  "Evaluates the body and returns how many nodes it took: what `search-statistics` counts, without what it has counted
before.

(progn (solve (board 4)) (= (count-nodes (solve (board 4))) (count-nodes (solve (board 4)))))  ;=> t
(> (count-nodes (count-solutions (board 4))) (count-nodes (solve (board 4))))            ;=> t
(count-nodes 'none)                                                                      ;=> 0"
  (when (and body (null? (rest body)) (symbol? (first body)))
    (error (format nil "count-nodes counts what its body does, as in (count-nodes (solve board)): ~s does nothing"
             (first body))))
  (with-names (before)
    `(let ((,before (,search-statistics 'nodes)))
       ,@body
       (,- (,search-statistics 'nodes) ,before))))

(defproc collect-solutions (board limit)
  "At most `limit` solved boards, in the order in which the search finds them: what `find-solutions` does unless a
program redefines it.

(length (collect-solutions (board 4) 3))  ;=> 3
(collect-solutions nil 3)                 ;=> nil"
  (%check (board state-or-nil) (limit count))
  (let ((solutions nil) (count 0))
    (if (= limit 0)
      (setq %outcome 'unknown)
      (search board
        (lambda (solution)
          (setq solutions (cons solution solutions))
          (setq count (+ count 1))
          (= count limit))))
    (reverse solutions)))

(defproc find-solutions (board limit)
  "At most `limit` solved boards. The commands `solve`, `compare` and `search` call it; a program that redefines it
decides how they search.

(length (find-solutions (board 4) 3))   ;=> 3
(length (find-solutions (board 4) 500)) ;=> 288"
  (%check (board state-or-nil) (limit count))
  (collect-solutions board limit))

(defproc count-solutions (board &optional limit)
  "Returns the number of solutions of the board; counting stops at `limit`, if there is one.

(count-solutions nil)          ;=> 0
(count-solutions (board 4))    ;=> 288
(count-solutions (board 9) 2)  ;=> 2"
  (%check (board state-or-nil) (limit count-or-nil))
  (let ((count 0))
    (if (= limit 0)
      (setq %outcome 'unknown)
      (search board
        (lambda (solution)
          (inc! count)
          (and limit (>= count limit)))))
    count))

(defproc solve (board)
  "The first solution, or nil.

(solved? (solve (board 9)))  ;=> t"
  (%check (board state-or-nil))
  (first (find-solutions board 1)))

(defproc unique? (board)
  "Returns whether the board has exactly one solution.

(unique? (board 4))  ;=> nil"
  (%check (board state-or-nil))
  (= (count-solutions board 2) 1))

; One after the other. What is still to be tried is a list of boards with a cell and the digits left for it, so the
; search can rest between two solutions and no stack has to be kept.

(defproc solutions (board)
  "A function that returns the next solution each time it is called, and nil when there are no more: nothing is searched
before it is asked for.

(let ((next (solutions (board 4)))) (list (board->line (next)) (board->line (next))))  ;=> (\"1234431234212143\" \"1234341241232341\")"
  (%check (board state-or-nil))
  (let ((open nil) (start (and board (propagate-fixpoint (propagate! (duplicate board) (propagation-level))))))
    (lambda ()
      (let loop ((board start))
        (setq start nil)
        (cond
          (board
            (%with-choice (cell digits board)
              (progn
                (on-search-event 'solution board nil nil)
                board)
              (when digits (push! (list board cell digits) open))
              (loop nil)))
          (open
            (let* ((choice (pop! open)) (board (first choice)) (cell (second choice)) (digits (third choice)))
              (when (rest digits)
                (push! (list board cell (rest digits)) open))
              (on-search-event 'try board cell (first digits))
              (let ((next (propagate-fixpoint (assign board cell (first digits) :level (propagation-level)))))
                (unless next (on-search-event 'fail board cell (first digits)))
                (loop next)))))))))

; Giving up and beginning again

(defproc luby (i)
  "The i-th number, counted from 1, of the sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ... Runs of such lengths are, up to a
logarithm, as good as the best lengths for a search whose luck varies (Luby, Sinclair, Zuckerman, 1993).

(map-with luby '(1 2 3 4 5 6 7 8 15))  ;=> (1 1 2 1 1 2 4 1 8)"
  (%check (i positive))
  (let ((width (integer-length i)))
    (if (= (+ i 1) (expt 2 width))
      (expt 2 (- width 1))
      (luby (- i (expt 2 (- width 1)) -1)))))

(defproc find-with-restarts (board limit unit)
  "At most `limit` solved boards, found in one run; the i-th run may take `unit` times `(luby i)` nodes. It pays where
what is chosen differs from run to run: by chance, or because weights have grown.

(length (find-with-restarts (board 4) 500 10))  ;=> 288
(find-with-restarts nil 1 10)                   ;=> nil"
  (%check (board state-or-nil) (limit count) (unit positive))
  (let loop ((run 1))
    (let ((found (with-budget (:nodes (* unit (luby run)) :else 'unfinished) (collect-solutions board limit))))
      (if (= found 'unfinished) (loop (+ run 1)) found))))

(defproc solve-with-restarts (board unit)
  "The first solution, or nil, found by `find-with-restarts`.

(solved? (solve-with-restarts (board 9) 100))  ;=> t"
  (%check (board state-or-nil) (unit positive))
  (first (find-with-restarts board 1 unit)))
