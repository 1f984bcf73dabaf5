; The documented solver: the cell with the fewest digits, first the digit that leaves the most digits elsewhere (the least constraining one), one step of forward
; checking after each. The yardstick that the other files are compared with. For `klammer solve --heuristic` and `klammer compare`.
;
; To change it, define `find-choices`, `sort-choices` or `solve` again below.

(require 'sudoku)
