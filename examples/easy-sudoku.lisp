; Easy sudokus: candidates, pictures, and a solver that only fills in cells with a single candidate.
;
; A module for `single-candidates.lisp`, after an exercise of a course on programming with a computer algebra system, "Einfache Sudokus". A sudoku is
; an array of 9 by 9 digits, 0 for an empty cell, as `sudoku-matrix` makes it; rows and columns are counted from 0. Messages are in English or, where the
; environment asks for German (`LC_ALL`, `LC_MESSAGES`, `LANG`) or the program says `(use-language! 'de)`, in German.

(provide 'sudoku-matrix 'cell-candidates 'all-candidates 'empty-cells 'show-sudoku 'plot-sudoku 'fill-single-candidates
  'solve-easy-sudoku 'use-language! 'easy-message)

; Messages

(setq %messages
  '((filled
      (en "There is a digit in this cell already.")
      (de "In dieses Feld ist bereits eine Zahl eingetragen."))
    (contradiction
      (en "This sudoku has no solution!")
      (de "Dieses Sudoku ist nicht lösbar!"))
    (solved
      (en "The sudoku is solved: ~d cell~:p ~:*~[were~;was~:;were~] filled in.")
      (de "Das Sudoku konnte gelöst werden: ~d Feld~:*~[er~;~:;er~] ~:*~[wurden~;wurde~:;wurden~] gefüllt."))
    (too-hard
      (en "The sudoku could not be solved completely: it is too hard!")
      (de "Das Sudoku konnte nicht vollständig gelöst werden, da es zu schwer zu lösen ist!"))))

(defproc %language-of-environment ()
  "`de` if the environment asks for German, else `en`."
  (let ((language
          (find-if (lambda (value) (and value (not (string-empty? value))))
            (map-with getenv '("LC_ALL" "LC_MESSAGES" "LANG")))))
    (if (and language (string-prefix? "de" language)) 'de 'en)))

(setq %language (%language-of-environment))

(defproc use-language! (language)
  "From now on messages are in this language: `en` or `de`. Returns it.

(progn (use-language! 'de) (easy-message 'contradiction))  ;=> \"Dieses Sudoku ist nicht lösbar!\"
(use-language! 'la)                                        ;!! user-error"
  (unless (member? language '(en de))
    (error "use-language!: expected en or de, got" language))
  (setq %language language))

(defproc easy-message (name &rest values)
  "The message `filled`, `contradiction`, `solved` or `too-hard`, in the language that is in use.

(easy-message 'solved 35)  ;=> \"The sudoku is solved: 35 cells were filled in.\""
  (apply format nil (second (assoc %language (rest (assoc name %messages)))) values))

; Sudokus

(defproc sudoku-matrix (rows)
  "A sudoku from a list of nine rows, each of them a list of nine digits, 0 for an empty cell.

(aref (sudoku-matrix (map-with (constantly '(1 2 3 4 5 6 7 8 0)) (iota 9))) 0 8)  ;=> 0
(sudoku-matrix '((1 2 3)))                                    ;!! user-error"
  (unless (and (= (length rows) 9) (every? (lambda (row) (= (length row) 9)) rows))
    (error "sudoku-matrix: expected nine rows of nine digits, got" rows))
  (let ((digits (append-map identity rows)))
    (awhen (remove-if (lambda (digit) (and (integer? digit) (<= 0 digit 9))) digits)
      (error "sudoku-matrix: expected digits from 0 to 9, got" (first it)))
    (list->array digits '(9 9))))

(defproc empty-cells (sudoku)
  "The coordinates `(row column)` of the cells in which there is no digit.

(length (empty-cells (make-array '(9 9) 0)))  ;=> 81
(empty-cells (make-array '(9 9) 5))           ;=> nil"
  (let ((cells nil))
    (dotimes (row 9 (reverse cells))
      (dotimes (column 9)
        (when (zero? (aref sudoku row column))
          (push! (list row column) cells))))))

(defproc %missing (digits)
  "The digits from 1 to 9 that are not among these."
  (set-difference '(1 2 3 4 5 6 7 8 9) digits))

(defproc %row-digits (sudoku row)
  "What stands in a row."
  (list-tabulate 9 (lambda (column) (aref sudoku row column))))

(defproc %column-digits (sudoku column)
  "What stands in a column."
  (list-tabulate 9 (lambda (row) (aref sudoku row column))))

(defproc %box-digits (sudoku row column)
  "What stands in the box that a cell lies in."
  (let ((top (* 3 (floor row 3))) (left (* 3 (floor column 3))))
    (list-tabulate 9 (lambda (k) (aref sudoku (+ top (floor k 3)) (+ left (modulo k 3)))))))

(defproc %candidates (sudoku row column)
  "The digits that stand neither in the row nor in the column nor in the box of a cell."
  (intersection
    (%missing (%row-digits sudoku row))
    (intersection
      (%missing (%column-digits sudoku column))
      (%missing (%box-digits sudoku row column)))))

(defproc cell-candidates (sudoku row column)
  "The digits that are possible in an empty cell: those that stand neither in its row nor in its column nor in its box. Of a cell that is
filled, a message says so.

(cell-candidates (make-array '(9 9) 0) 3 2)  ;=> (1 2 3 4 5 6 7 8 9)
(cell-candidates (make-array '(9 9) 7) 3 2)  ;=> \"There is a digit in this cell already.\""
  (if (zero? (aref sudoku row column))
    (%candidates sudoku row column)
    (easy-message 'filled)))

(defproc all-candidates (sudoku)
  "An array of 9 by 9 lists: for each cell its candidates, or the digit that stands there.

(aref (all-candidates (make-array '(9 9) 7)) 0 0)  ;=> (7)"
  (array-tabulate '(9 9)
    (lambda (row column)
      (let ((digit (aref sudoku row column)))
        (if (zero? digit) (%candidates sudoku row column) (list digit))))))

; Pictures

(defproc show-sudoku (sudoku &optional (with-candidates nil))
  "Draws the sudoku with characters; with candidates, an empty cell shows the digits that are possible in it, each in its place. Returns the
sudoku.

(array? (show-sudoku (make-array '(9 9) 0)))    ;=> t
(array? (show-sudoku (make-array '(9 9) 0) t))  ;=> t"
  (display (draw-puzzle sudoku with-candidates))
  sudoku)

(defproc plot-sudoku (sudoku file &optional (with-candidates nil) (given sudoku))
  "Writes a picture of the sudoku, in SVG, to a file. Digits that are not in `given` have another colour. Returns the name of the file.

(plot-sudoku (make-array '(9 9) 0) \"a.svg\")    ;=> \"a.svg\"
(plot-sudoku (make-array '(9 9) 0) \"a.svg\" t)  ;=> \"a.svg\""
  (write-file file (puzzle->svg sudoku with-candidates given))
  file)

; Solving

(defproc fill-single-candidates (sudoku)
  "Goes through the cells again and again, filling in each that has a single candidate, until nothing changes. Returns two values: a copy of
the sudoku with what was filled in, and what came of it: `solved`, `too-hard`, or `contradiction` as soon as a cell has no candidate.

(receive (result outcome) (fill-single-candidates (make-array '(9 9) 0)) outcome)  ;=> too-hard"
  (let ((result (duplicate sudoku)) (outcome nil) (changed t))
    (while (and changed (not outcome))
      (setq changed nil)
      (dolist (cell (empty-cells result))
        (unless outcome
          (let ((candidates (%candidates result (first cell) (second cell))))
            (cond
              ((null? candidates) (setq outcome 'contradiction))
              ((single? candidates)
                (set-array-element result cell (first candidates))
                (setq changed t)))))))
    (values result (or outcome (if (empty-cells result) 'too-hard 'solved)))))

(defproc solve-easy-sudoku (sudoku)
  "Solves a sudoku by single candidates and says what came of it; a solution is drawn. Returns the solution, or nil.

(solve-easy-sudoku (make-array '(9 9) 0))  ;>> The sudoku could not be solved completely: it is too hard!
(solve-easy-sudoku (make-array '(9 9) 0))  ;=> nil"
  (receive (result outcome) (fill-single-candidates sudoku)
    (if (= outcome 'solved)
      (progn
        (display (easy-message 'solved (length (empty-cells sudoku))) "\n")
        (show-sudoku result))
      (progn
        (display (easy-message outcome) "\n")
        nil))))
