; As little propagation as is reasonable: a digit leaves the cells that see it, and a cell with one candidate left is a digit. Each node costs
; less, and there are many more of them. For `klammer solve --heuristic` and `klammer compare`.

(require 'search)

(defproc propagation-level ()
  "Singles only."
  'naked)
