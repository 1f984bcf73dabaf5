; Sudoku as a course on artificial intelligence poses it: forward propagation of constraints, then a backtracking search.
;
; A module for `course-propagation.lisp`, after an assignment of a university course, "Constraint Satisfaction Problems (Sudoku)", with all the routines
; that it names, those that it gives to the students and the two that it asks for, under their names. A problem is a list of `(row column digit)`, rows and
; columns counted from 0. A grid is an array of 9 by 9 lists: the digits that a location may still have. A location is a list of row and
; column.

(provide 'initialize_sudoku 'create_constraint_groups 'show_current_grid 'solve_sudoku 'forward_propagate_constraints
  'backtrack_search 'nodes_searched 'puzzle_line)

; Functions that the course gives

(defproc initialize_sudoku ()
  "A grid on which every location can be any of the digits 1 to 9.

(get-array-element (initialize_sudoku) '(3 4))  ;=> (1 2 3 4 5 6 7 8 9)"
  (make-array '(9 9) '(1 2 3 4 5 6 7 8 9)))

(defproc create_constraint_groups ()
  "A list of three arrays of 9 by 9: what they hold for a location are the locations of its row, of its column and of its 3 by 3 subgrid, itself
among them.

(length (create_constraint_groups))                                   ;=> 3
(get-array-element (first (create_constraint_groups)) '(1 2))         ;=> ((1 0) (1 1) (1 2) (1 3) (1 4) (1 5) (1 6) (1 7) (1 8))
(get-array-element (third (create_constraint_groups)) '(1 5))         ;=> ((0 3) (0 4) (0 5) (1 3) (1 4) (1 5) (2 3) (2 4) (2 5))"
  (list
    (array-tabulate '(9 9) (lambda (row column) (list-tabulate 9 (lambda (i) (list row i)))))
    (array-tabulate '(9 9) (lambda (row column) (list-tabulate 9 (lambda (i) (list i column)))))
    (array-tabulate '(9 9)
      (lambda (row column)
        (let ((top (* 3 (floor row 3))) (left (* 3 (floor column 3))))
          (list-tabulate 9 (lambda (i) (list (+ top (floor i 3)) (+ left (modulo i 3))))))))))

(setq constraint_groups (create_constraint_groups))

(defproc show_current_grid (grid)
  "Writes the grid: for each location the digits that it may have. Returns nil.

(show_current_grid (initialize_sudoku))  ;=> nil"
  (let* ((texts (map-with (lambda (digits) (apply string-append (map-with number->string digits))) (array->list grid)))
         (width (apply max (map-with string-length texts)))
         (part (string-repeat "-" (+ (* 3 width) 2))))
    (dotimes (row 9)
      (when (member? row '(3 6))
        (display part "-+-" part "-+-" part "\n"))
      (dotimes (column 9)
        (let ((text (nth (+ (* 9 row) column) texts)))
          (display (case column (0 "") ((3 6) " | ") (else " ")))
          (display (if (= column 8) text (string-pad-right text width)))))
      (newline))))

(defproc solve_sudoku (problem)
  "Solves a problem: sets up the grid, propagates what is given, and searches. Returns the solved grid, or nil if there is none. How many nodes
the search had tells `nodes_searched` afterwards.

(solve_sudoku '((0 0 5) (0 1 5)))                                               ;=> nil"
  (setq %nodes 0)
  (let ((grid (initialize_sudoku)))
    (dolist (given problem)
      (set-array-element grid (list (first given) (second given)) (list (third given))))
    (let ((given_locations (map-with (lambda (given) (list (first given) (second given))) problem)))
      (and
        (forward_propagate_constraints grid given_locations)
        (backtrack_search grid)))))

; Functions that the course asks for

(setq %nodes 0)

(defproc nodes_searched ()
  "How many nodes the last search had: calls of `backtrack_search` since `solve_sudoku` was called.

(progn (solve_sudoku '((0 0 5) (0 1 5))) (nodes_searched))  ;=> 0"
  %nodes)

(defproc forward_propagate_constraints (grid changed_locations)
  "Takes the digit of each changed location that has only one left out of the other locations of its row, column and subgrid. Locations that
change by this are changed locations too, and so on. Returns the grid, which has changed, or nil if a location has no digit left.

(let ((grid (initialize_sudoku))) (set-array-element grid '(0 0) '(5)) (forward_propagate_constraints grid '((0 0))) (get-array-element grid '(8 0)))  ;=> (1 2 3 4 6 7 8 9)"
  (catch 'no_digit_left
    (while changed_locations
      (let* ((location (pop! changed_locations))
             (digits (get-array-element grid location)))
        (when (single? digits)
          (dolist (group constraint_groups)
            (dolist (other (get-array-element group location))
              (unless (= other location)
                (when (remove_digit grid other (first digits))
                  (push! other changed_locations))))))))
    grid))

(defproc remove_digit (grid location digit)
  "Takes a digit out of a location. Returns whether it was there. If none is left, nil is thrown to `no_digit_left`."
  (let ((digits (get-array-element grid location)))
    (and
      (member? digit digits)
      (if (single? digits)
        (throw 'no_digit_left nil)
        (set-array-element grid location (remove digit digits))))))

(defproc backtrack_search (grid)
  "Searches from a grid: if every location has one digit left, the grid is the solution. Otherwise the first of the locations with the fewest
digits, but more than one, is set to each of its digits in turn, on a copy of the grid. Returns the solved grid, or nil if there is none.

(get-array-element (backtrack_search (make-array '(9 9) '(7))) '(8 8))  ;=> (7)"
  (inc! %nodes)
  (let ((location (smallest_open_location grid)))
    (if (null? location)
      grid
      (try_digits grid location (get-array-element grid location)))))

(defproc try_digits (grid location digits)
  "Sets the location to one digit after the other, until that leads to a solution."
  (and digits
    (let ((next (duplicate grid)))
      (set-array-element next location (list (first digits)))
      (or
        (and (forward_propagate_constraints next (list location)) (backtrack_search next))
        (try_digits grid location (rest digits))))))

(defproc smallest_open_location (grid)
  "The first of the locations with the fewest digits, but more than one; nil if there is none."
  (let ((fewest 10) (result nil))
    (dotimes (row 9 result)
      (dotimes (column 9)
        (let* ((location (list row column))
               (count (length (get-array-element grid location))))
          (when (< 1 count fewest)
            (setq fewest count)
            (setq result location)))))))

; For reports

(defproc puzzle_line (grid)
  "A grid as one line of 81 characters, a full stop for each location that may have several digits; of nil, the text `no solution`.

(puzzle_line (initialize_sudoku))  ;=> \".................................................................................\"
(puzzle_line nil)                  ;=> \"no solution\""
  (if grid
    (list->string (map-with (lambda (digits) (if (single? digits) (digit->char (first digits)) #\.))
                    (array->list grid)))
    "no solution"))
