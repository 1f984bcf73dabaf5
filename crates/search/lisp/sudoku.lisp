; The documented sudoku solver over native boards: the same names and results as in `sudoku-reference`, at the speed of
; compiled code.
;
; Putting a digit into a cell and taking it out of the others, counting, and testing for a solution are native. What
; decides how the search goes is here, in a few lines: which cell comes next (`find-choices`), in which order its digits
; are tried (`sort-choices`), and the search itself (`try-choices`, and `solve` in `sudoku-solve.lisp`). Redefine one of
; them after `(require 'sudoku)`, and the others call the new one.

; Propagation. These names stand for the natives, so that a program that gives one a new meaning changes the solver
; below, too.

(setq propagate-constraint propagate-constraint)
(setq count-digits count-digits)
(setq is-solution? is-solution?)

(defproc initialize-cells ()
  "A board on which every digit is possible in every cell.

(aref (initialize-cells) 3 4)  ;=> (1 2 3 4 5 6 7 8 9)"
  (board 9))

(defproc propagate-constraints (cells constraints)
  "Propagates one constraint after the other. Returns the board, or nil as soon as one leads to a contradiction.

(propagate-constraints (initialize-cells) '(((0 0) 1) ((8 0) 1)))  ;=> nil
(array? (propagate-constraints (initialize-cells) '(((0 0) 1) ((8 1) 1))))  ;=> t"
  (%check (constraints list))
  (dolist (constraint constraints cells)
    (unless (propagate-constraint cells constraint) (return nil))))

(defproc has-constraint-for? (coordinates constraints)
  "The first of the constraints that is for these coordinates, or nil.

(has-constraint-for? '(0 1) '(((0 0) 5) ((0 1) 3)))  ;=> ((0 1) 3)"
  (%check (constraints list))
  (assoc coordinates constraints))

; Choice

(defproc find-choices (cells constraints)
  "One constraint for each possible digit of a cell: the first, row after row, of those that no constraint has been
propagated for and that have the fewest digits. (Such cells are known to the board, so the list of constraints need not
be searched.)

(find-choices (propagate-constraint (initialize-cells) '((0 0) 5)) '(((0 0) 5)))  ;=> (((0 1) 1) ((0 1) 2) ((0 1) 3) ((0 1) 4) ((0 1) 6) ((0 1) 7) ((0 1) 8) ((0 1) 9))"
  (let ((coordinates (most-constrained cells)))
    (when coordinates
      (let loop ((digits (candidates cells coordinates)) (choices nil))
        (if digits
          (loop (rest digits) (cons (list coordinates (first digits)) choices))
          (reverse choices))))))

(defproc sort-choices (cells constraints choices)
  "Tries each choice on a copy of the board. The result holds, for each one without contradiction, a list of the new
board, the constraints with the choice in front, and the number of digits left; the choice that leaves the most digits
comes first.

(map-with third (sort-choices (initialize-cells) nil '(((0 0) 5) ((4 4) 5))))  ;=> (701 701)"
  (%check (choices list))
  (let loop ((choices choices) (tried nil))
    (if choices
      (let ((next (propagate-constraint (duplicate cells) (first choices))))
        (loop (rest choices)
          (if next
            (cons (list next (cons (first choices) constraints) (count-digits next)) tried)
            tried)))
      (sort (reverse tried) more-digits-left?))))

(defproc more-digits-left? (a b)
  "Returns whether the first of two elements of a list from `sort-choices` comes before the second.

(more-digits-left? '(nil nil 20) '(nil nil 10))  ;=> t"
  (> (third a) (third b)))

(defproc try-choices (choices)
  "Solves the boards of a list as `sort-choices` makes it, one after the other. Returns the first solution, or nil.

(try-choices nil)  ;=> nil"
  (%check (choices list))
  (dolist (choice choices)
    (awhen (solve (first choice) (second choice)) (return it))))

; Search

(defproc find-solutions (board limit)
  "At most `limit` solved boards, found by the same choices as `solve` makes. The board is not changed;
it may be nil, as contradictions leave it.

(find-solutions nil 3)                         ;=> nil
(length (find-solutions (initialize-cells) 3))  ;=> 3"
  (%check (board state-or-nil) (limit count))
  (let ((constraints (and board (board->constraints board))))
    (let loop ((open (and board (list (list (duplicate board) constraints)))) (solutions nil) (missing limit))
      (if (or (null? open) (= missing 0))
        (reverse solutions)
        (let* ((state (first open)) (cells (first state)) (constraints (second state)))
          (if (is-solution? cells)
            (loop (rest open) (cons cells solutions) (- missing 1))
            (loop
              (append (sort-choices cells constraints (find-choices cells constraints)) (rest open))
              solutions
              missing)))))))

; Reading and showing

(defproc line->constraints (line)
  "The constraints for a puzzle in any notation that `read-puzzle` understands, such as a line of 81 characters.

(line->constraints (string-append \"5..2\" (make-string 77 #\\.)))  ;=> (((0 0) 5) ((0 3) 2))"
  (board->constraints (read-puzzle line)))
