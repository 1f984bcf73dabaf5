; Jigsaw sudoku: regions of any shape instead of boxes.
;
;   klammer run examples/variants/jigsaw.lisp
;
; The regions are given as a map with a letter for each cell; `board-variant` takes the list of the letters, or of anything else. Result:
; eighteen given digits, one solution, four nodes. Where a region and a few rows cover nearly the same cells, what sticks out on one side must
; be the digits that are missing on the other: locked candidates, the level at which the search propagates, do much of that.

(require 'search)

(setq regions
  '("aaaaccccc"
    "aaaaacbcc"
    "bbbbbbbbc"
    "gddeeeeff"
    "ggdeehhfi"
    "gddeehhfi"
    "ggdehhffi"
    "gddhhfffi"
    "ggdhiiiii"))

(setq puzzle
  '("...5....."
    "....4...."
    "....9...3"
    "5....3..."
    "...6....."
    ".4.8..6.2"
    ".......9."
    ".68..14.."
    "..5..8..."))

(defproc region (row column)
  "The letter of a cell, or nil outside of the board."
  (and (< -1 row 9) (< -1 column 9) (string-ref (nth row regions) column)))

(setq start
  (read-puzzle (string-join puzzle "\n") (board-variant :regions (append-map string->list regions))))

; A drawing with lines between the regions.

(defproc show (board)
  "Writes the board: the digit of each cell that has one, and lines where a region ends."
  (let ((differ? (lambda (r1 c1 r2 c2) (not (= (region r1 c1) (region r2 c2))))))
    (dotimes (row 9)
      (dotimes (column 9)
        (display (if (differ? (- row 1) column row column) "+---" "+   ")))
      (display "+\n")
      (dotimes (column 9)
        (let ((digits (aref board row column)))
          (display
            (if (differ? row (- column 1) row column) "| " "  ")
            (if (single? digits) (first digits) ".")
            " ")))
      (display "|\n"))
    (display (string-repeat "+---" 9) "+\n")))

(show start)
;>> +---+---+---+---+---+---+---+---+---+
;>> | .   .   .   5 | .   .   .   .   . |
;>> +   +   +   +   +---+   +---+   +   +
;>> | .   .   .   .   4 | . | . | .   . |
;>> +---+---+---+---+---+---+   +---+   +
;>> | .   .   .   .   9   .   .   . | 3 |
;>> +---+---+---+---+---+---+---+---+---+
;>> | 5 | .   . | .   .   3   . | .   . |
;>> +   +---+   +   +   +---+---+   +---+
;>> | .   . | . | 6   . | .   . | . | . |
;>> +   +---+   +   +   +   +   +   +   +
;>> | . | 4   . | 8   . | .   6 | . | 2 |
;>> +   +---+   +   +---+   +---+   +   +
;>> | .   . | . | . | .   . | .   9 | . |
;>> +   +---+   +---+   +---+   +   +   +
;>> | . | 6   8 | .   . | 1   4   . | . |
;>> +   +---+   +   +---+---+---+---+   +
;>> | .   . | 5 | . | .   8   .   .   . |
;>> +---+---+---+---+---+---+---+---+---+

(reset-search-statistics)
(format t "~d solution~:p, ~d nodes~%" (count-solutions start) (second (assoc 'nodes (search-statistics))))
;>> 1 solution, 4 nodes

(show (solve start))
;>> +---+---+---+---+---+---+---+---+---+
;>> | 3   7   2   5 | 6   9   8   1   4 |
;>> +   +   +   +   +---+   +---+   +   +
;>> | 8   9   6   1   4 | 2 | 3 | 5   7 |
;>> +---+---+---+---+---+---+   +---+   +
;>> | 1   5   4   7   9   6   2   8 | 3 |
;>> +---+---+---+---+---+---+---+---+---+
;>> | 5 | 2   1 | 4   7   3   9 | 6   8 |
;>> +   +---+   +   +   +---+---+   +---+
;>> | 4   8 | 3 | 6   5 | 7   1 | 2 | 9 |
;>> +   +---+   +   +   +   +   +   +   +
;>> | 7 | 4   9 | 8   1 | 5   6 | 3 | 2 |
;>> +   +---+   +   +---+   +---+   +   +
;>> | 6   3 | 7 | 2 | 8   4 | 5   9 | 1 |
;>> +   +---+   +---+   +---+   +   +   +
;>> | 9 | 6   8 | 3   2 | 1   4   7 | 5 |
;>> +   +---+   +   +---+---+---+---+   +
;>> | 2   1 | 5 | 9 | 3   8   7   4   6 |
;>> +---+---+---+---+---+---+---+---+---+
