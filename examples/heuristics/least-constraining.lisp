; The digit that leaves the most possibilities to the other cells comes first: the "heuristic of least conflict" of the documented solver. It can only
; help where one solution is enough, and it tries each digit twice. For `klammer solve --heuristic` and `klammer compare`.

(require 'search)

(defproc possibilities (board cell digit)
  "How many digits all cells together have left after this one; 0 after a contradiction."
  (let ((next (assign board (first cell) (second cell) digit :level 'forward)))
    (if next (count-digits next) 0)))

(defproc order-values (board cell)
  "The candidates of a cell, the least constraining one first."
  (sort-by (lambda (digit) (- (possibilities board cell digit))) (candidates board cell)))
