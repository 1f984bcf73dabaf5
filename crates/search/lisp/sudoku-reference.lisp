; The documented sudoku solver, every procedure in the language itself: the specification that faster solvers are tested
; against.
;
; The board is an array of 9 by 9 lists, the digits that are still possible in each cell. A constraint is a list of
; coordinates and digit, `((row column) digit)`, rows and columns counted from 0. Each procedure can be redefined after
; `(require 'sudoku-reference)`, and the others call the new one at once: that is how heuristics are changed. The search
; itself, `solve`, is in `sudoku-solve.lisp`.

; Propagation

(defproc initialize-cells ()
  "A board on which every digit is possible in every cell.

(aref (initialize-cells) 3 4)  ;=> (1 2 3 4 5 6 7 8 9)"
  (make-array '(9 9) '(1 2 3 4 5 6 7 8 9)))

(defproc remove-digit (cells coordinates digit)
  "Takes a digit out of the cell at `coordinates`. If none is left there, nil is thrown to the tag `return`.

(remove-digit (initialize-cells) '(0 0) 4)                                     ;=> (1 2 3 5 6 7 8 9)
(catch 'return (remove-digit (make-array '(9 9) '(4)) '(0 0) 4) 'some-are-left)  ;=> nil"
  (let ((others (remove digit (get-array-element cells coordinates))))
    (if others
      (set-array-element cells coordinates others)
      (throw 'return nil))))

(defproc propagate-row-and-column-constraint (cells r c digit)
  "Takes a digit out of the other cells of row `r` and of column `c`. Returns t, or nil if a cell has no digit left.

(propagate-row-and-column-constraint (initialize-cells) 0 0 5)    ;=> t
(propagate-row-and-column-constraint (make-array '(9 9) '(5)) 0 0 5)  ;=> nil"
  (catch 'return
    (dotimes (i 9 t)
      (unless (= i c) (remove-digit cells (list r i) digit))
      (unless (= i r) (remove-digit cells (list i c) digit)))))

(defproc propagate-box-constraint (cells r c digit)
  "Takes a digit out of the other cells of the box that the cell in row `r` and column `c` is in. Returns t, or nil if
a cell has no digit left.

(let ((cells (initialize-cells))) (propagate-box-constraint cells 4 4 9) (aref cells 3 5))  ;=> (1 2 3 4 5 6 7 8)"
  (let ((top (* 3 (floor (/ r 3)))) (left (* 3 (floor (/ c 3)))))
    (catch 'return
      (dotimes (i 3 t)
        (dotimes (j 3)
          (let ((row (+ top i)) (column (+ left j)))
            (unless (and (= row r) (= column c))
              (remove-digit cells (list row column) digit))))))))

(defproc propagate-constraint (cells constraint)
  "Puts a digit into its cell and takes it out of all others of the same row, column and box. Returns the board, which
has changed, or nil if the digit is not possible or another cell has no digit left.

(aref (propagate-constraint (initialize-cells) '((0 0) 5)) 0 0)                 ;=> (5)
(aref (propagate-constraint (initialize-cells) '((0 0) 5)) 8 0)                 ;=> (1 2 3 4 6 7 8 9)
(propagate-constraint (propagate-constraint (initialize-cells) '((0 0) 5)) '((0 1) 5))  ;=> nil"
  (let* ((coordinates (first constraint))
         (digit (second constraint))
         (r (first coordinates))
         (c (second coordinates)))
    (and
      (member? digit (get-array-element cells coordinates))
      (set-array-element cells coordinates (list digit))
      (propagate-row-and-column-constraint cells r c digit)
      (propagate-box-constraint cells r c digit)
      cells)))

(defproc propagate-constraints (cells constraints)
  "Propagates one constraint after the other. Returns the board, or nil as soon as one leads to a contradiction.

(propagate-constraints (initialize-cells) '(((0 0) 1) ((8 0) 1)))  ;=> nil
(array? (propagate-constraints (initialize-cells) '(((0 0) 1) ((8 1) 1))))  ;=> t"
  (if (null? constraints)
    cells
    (and
      (propagate-constraint cells (first constraints))
      (propagate-constraints cells (rest constraints)))))

(defproc is-solution? (cells)
  "Returns whether exactly one digit is possible in each cell and all digits are consistent.

(is-solution? (initialize-cells))        ;=> nil
(is-solution? (make-array '(9 9) '(1)))  ;=> nil"
  (catch 'return
    (dotimes (r 9 t)
      (dotimes (c 9)
        (let* ((coordinates (list r c))
               (digits (get-array-element cells coordinates)))
          (unless
            (and
              (single? digits)
              (propagate-constraint cells (list coordinates (first digits))))
            (throw 'return nil)))))))

; Choice

(defproc has-constraint-for? (coordinates constraints)
  "The first of the constraints that is for these coordinates, or nil.

(has-constraint-for? '(0 1) '(((0 0) 5) ((0 1) 3)))  ;=> ((0 1) 3)"
  (find-if
    (lambda (constraint) (= (first constraint) coordinates))
    constraints))

(defproc find-choices (cells constraints)
  "One constraint for each possible digit of a cell: the first, row after row, of those that no constraint is for and
that have the fewest digits.

(find-choices (propagate-constraint (initialize-cells) '((0 0) 5)) '(((0 0) 5)))  ;=> (((0 1) 1) ((0 1) 2) ((0 1) 3) ((0 1) 4) ((0 1) 6) ((0 1) 7) ((0 1) 8) ((0 1) 9))"
  (let ((fewest 10) (choices nil))
    (dotimes (r 9 choices)
      (dotimes (c 9)
        (let* ((coordinates (list r c))
               (digits (get-array-element cells coordinates))
               (count (list-length digits)))
          (when
            (and
              digits
              (< count fewest)
              (not (has-constraint-for? coordinates constraints)))
            (setq fewest count)
            (setq choices (map-with (lambda (digit) (list coordinates digit)) digits))))))))

(defproc count-digits (cells)
  "Returns the number of digits that are possible in all cells together.

(count-digits (initialize-cells))                                     ;=> 729
(count-digits (propagate-constraint (initialize-cells) '((0 0) 5)))  ;=> 701"
  (let ((count 0))
    (dotimes (r 9 count)
      (dotimes (c 9)
        (setq count (+ count (length (get-array-element cells (list r c)))))))))

(defproc sort-choices (cells constraints choices)
  "Tries each choice on a copy of the board. The result holds, for each one without contradiction, a list of the new
board, the constraints with the choice in front, and the number of digits left; the choice that leaves the most digits
comes first.

(map-with third (sort-choices (initialize-cells) nil '(((0 0) 5) ((4 4) 5))))  ;=> (701 701)
(sort-choices (make-array '(9 9) '(1)) nil '(((0 0) 1)))                       ;=> nil"
  (sort
    (remove nil
      (map-with
        (lambda (choice)
          (let ((next (propagate-constraint (duplicate cells) choice)))
            (and next (list next (cons choice constraints) (count-digits next)))))
        choices))
    (lambda (a b) (> (third a) (third b)))))

(defproc try-choices (choices)
  "Solves the boards of a list as `sort-choices` makes it, one after the other. Returns the first solution, or nil.

(try-choices nil)  ;=> nil"
  (if (null? choices)
    nil
    (let ((choice (first choices)))
      (or
        (solve (first choice) (second choice))
        (try-choices (rest choices))))))

; Reading and showing

(defproc line->constraints (line)
  "The constraints for a puzzle that is written as a line of 81 characters, row after row. A digit from 1 to 9 is given;
any other character is an empty cell.

(line->constraints (string-append \"5..2\" (make-string 77 #\\.)))  ;=> (((0 0) 5) ((0 3) 2))
(line->constraints \"123\")                                       ;!! user-error"
  (unless (= (string-length line) 81)
    (error "line->constraints: a puzzle has 81 characters, this line has" (string-length line)))
  (let ((constraints nil) (i 0))
    (dolist (char (string->list line) (reverse constraints))
      (let ((digit (digit-value char)))
        (when (and digit (> digit 0))
          (push! (list (list (floor i 9) (modulo i 9)) digit) constraints)))
      (inc! i))))

(defproc board->line (cells)
  "The board as a line of 81 characters, row after row; a full stop for each cell in which several digits are possible.

(substring (board->line (propagate-constraint (initialize-cells) '((0 1) 5))) 0 4)  ;=> \".5..\""
  (list->string (map-with cell->char (array->list cells))))

(defproc cell->char (digits)
  "The character that shows a cell: its digit, or a full stop if there is not exactly one.

(cell->char '(5))    ;=> #\\5
(cell->char '(1 2))  ;=> #\\."
  (if (single? digits) (digit->char (first digits)) #\.))

(defproc show-board (cells)
  "Writes the board with a frame around each box, and returns it.

(array? (show-board (initialize-cells)))  ;=> t"
  (display "┌───────┬───────┬───────┐\n")
  (dotimes (r 9)
    (when (member? r '(3 6))
      (display "├───────┼───────┼───────┤\n"))
    (dotimes (c 9)
      (when (member? c '(0 3 6))
        (display (if (= c 0) "│" " │")))
      (display " " (cell->char (aref cells r c))))
    (display " │\n"))
  (display "└───────┴───────┴───────┘\n")
  cells)
