; Begins again and again: a search whose luck varies is given up after some nodes and begun again with other luck. Cells that caused contradictions weigh
; more in the next run (dom/wdeg), digits are tried in any order, and the runs grow as Luby, Sinclair and Zuckerman (1993) proved to be good.
; For large boards and hard puzzles with few solutions; on ordinary ones nothing is gained. For `klammer solve --heuristic` and `klammer compare`.

(require 'search)

(defproc choose-cell (board)
  "The cell with the fewest candidates for its weight; nil if all are settled."
  (min-dom/wdeg-cell board))

(defproc order-values (board cell)
  "The candidates in any order."
  (shuffle (candidates board cell)))

(defproc find-solutions (board limit)
  "At most `limit` solutions, by runs that grow until one comes to its end."
  (find-with-restarts board limit 200))
